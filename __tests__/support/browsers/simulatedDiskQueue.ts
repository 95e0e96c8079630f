import type { Random } from '../simulationRandom';
import { nextTick, type Owner, type Scheduler } from '../simulationScheduler';

/** Happens to the disk in its turn, and returns what tells the page. */
export type Happening = () => () => void;

interface Task {
  readonly page: Page;
  readonly at: number;
  readonly happen: Happening;
  tell: (() => void) | null;
}

/** One page as a database knows it: what it handed over happens also while the page is frozen. */
interface Page {
  readonly hand: Owner;
  happened: Promise<unknown>;
  heard: Promise<unknown>;
}

/** Pages hand their tasks over in messages of their own, which may overtake each other by no more than that. */
const OVERTAKING_MS = 50;

/**
 * What pages have handed to one database. Each page's tasks happen in their order, and of two pages' the much older one first.
 * A page hears of each at once or some time later. Of what it handed over before it died the first so many may still happen.
 */
export const makeDiskQueue = (scheduler: Scheduler, random: Random, now: () => number) => {
  let tasks: Task[] = [];
  const pages = new Map<Owner, Page>();

  const pageOf = (owner: Owner): Page => {
    const page = pages.get(owner) ?? { hand: { isDead: false }, happened: Promise.resolve(), heard: Promise.resolve() };
    pages.set(owner, page);
    return page;
  };
  const happen = (task: Task): void => {
    tasks = tasks.filter((other) => other !== task);
    task.tell = task.happen();
  };
  const happenInOrder = (task: Task): void => {
    for (const other of tasks) if (other.page !== task.page && other.at < task.at - OVERTAKING_MS) happen(other);
    happen(task);
  };

  return {
    hand: (owner: Owner, happening: Happening): void => {
      const page = pageOf(owner);
      // Nothing clears a dead page's timers.
      if (page.hand.isDead) return;
      const task: Task = { page, at: now(), happen: happening, tell: null };
      tasks.push(task);
      const mine = page.happened.then(async () => {
        if (!task.tell) await scheduler.turn(page.hand);
        if (!task.tell) happenInOrder(task);
      });
      page.happened = mine;
      page.heard = Promise.all([mine, page.heard]).then(async () => {
        if (owner.isFrozen || random.chance(0.2)) await scheduler.turn(owner);
        task.tell?.();
        // Each is told of in a task of its own, which a browser begins when nothing is left to do of the one before.
        await nextTick();
      });
    },
    died: (owner: Owner): void => {
      const page = pageOf(owner);
      page.hand.isDead = true;
      const own = tasks.filter((task) => task.page === page);
      for (const task of own) {
        if (random.chance(0.5)) break;
        happen(task);
      }
      tasks = tasks.filter((task) => task.page !== page);
    },
  };
};

export type DiskQueue = ReturnType<typeof makeDiskQueue>;
