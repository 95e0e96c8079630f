import type { Random } from '../simulationRandom';
import { nextTick, type Owner, type Scheduler } from '../simulationScheduler';

/** Carries a transaction out, and returns a function that tells the page the result. */
export type Happening = () => () => void;

interface Task {
  readonly page: Page;
  readonly at: number;
  readonly happen: Happening;
  tell: (() => void) | null;
}

/** One page as a database knows it. Its tasks are carried out even while the page is frozen. */
interface Page {
  readonly hand: Owner;
  happened: Promise<unknown>;
  heard: Promise<unknown>;
}

/** Tasks of different pages may overtake each other by at most this time. */
const OVERTAKING_MS = 50;

/**
 * The tasks that pages have handed to one database. Tasks of one page are carried out in their order. Of two pages' tasks, a much
 * older one comes first. A page gets a result at once or some time later. After a kill, the page's first tasks may still be carried out.
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
      // A dead page's timers still fire.
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
        // A browser reports each result in a task of its own, after everything that the previous result caused.
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
