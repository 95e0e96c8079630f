import type { OpenChannel, TabMessage } from '../../../src/sync/tabs/tabChannel';
import type { Owner, Scheduler } from '../simulationScheduler';

interface Member {
  readonly owner: Owner;
  hear(message: TabMessage): void;
}

/**
 * One browser's channels. Other tabs get the messages of a tab in their order, each tab some time later. A frozen tab gets them
 * when it is thawed, or never if it is deaf.
 */
export const makeChannels = (scheduler: Scheduler) => {
  const channels = new Map<string, Set<Member>>();
  const deaf = new Set<Owner>();

  const join = (name: string, owner: Owner, onMessage: (message: TabMessage) => void): Member => {
    let inbox: Promise<void> = Promise.resolve();
    const member: Member = {
      owner,
      hear: (message) => {
        if (deaf.has(owner)) return;
        inbox = inbox
          .then(() => scheduler.turn(owner))
          .then(() => {
            if (!deaf.has(owner) && channels.get(name)?.has(member)) onMessage(message);
          });
      },
    };
    channels.set(name, (channels.get(name) ?? new Set()).add(member));
    return member;
  };

  return {
    openFor:
      (owner: Owner): OpenChannel =>
      (name, onMessage) => {
        const member = join(name, owner, onMessage);
        return {
          post: (message) => {
            if (owner.isDead) return;
            for (const other of channels.get(name) ?? []) if (other !== member) other.hear(message);
          },
          close: () => void channels.get(name)?.delete(member),
        };
      },
    setDeaf: (owner: Owner, isDeaf: boolean): void => {
      if (isDeaf) deaf.add(owner);
      else deaf.delete(owner);
    },
    died: (owner: Owner): void => {
      for (const members of channels.values())
        for (const member of members) if (member.owner === owner) members.delete(member);
    },
  };
};

export type Channels = ReturnType<typeof makeChannels>;
