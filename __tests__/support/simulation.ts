import type { Collection } from '../../src/contract/records';
import { countUnsent } from '../../src/sync/model/unsent';
import { DEFAULT_FAULTS, drawFaults, type FaultCounts, type FaultName } from './faults';
import type { StoredRow } from './modelProvider';
import { makeProviderFront } from './providerFront';
import { makeSettingBack } from './settingBack';
import { makeHttpCache } from './simulatedFetch';
import { makeChecker } from './simulationChecker';
import { type SimulatedDevice, startDevice } from './simulationDevice';
import { makeDisk } from './simulationDisk';
import { makePerson } from './simulationPerson';
import { modelProviders, type OpenProvider } from './simulationProvider';
import { type Random, seededRandom } from './simulationRandom';
import { makeScheduler, nextTick } from './simulationScheduler';
import { makeWire } from './simulationWire';

/**
 * A simulation with a seed: a few devices, a provider, a wire with faults, slow disks, and clocks that jump. Devices are killed
 * at any moment. In the end the wire has no faults, all devices sync, and the checker says what is wrong.
 */
export interface World {
  readonly devices: number;
  readonly steps: number;
  readonly trouble: number;
}

export interface SimulationResult {
  readonly seed: number;
  readonly wrongs: readonly string[];
  readonly requests: number;
  readonly kills: number;
  /** How often each named fault happened. */
  readonly faultCounts: FaultCounts;
}

export interface HistoryOptions {
  readonly openProvider?: OpenProvider | undefined;
  /** The enabled faults; `DEFAULT_FAULTS` by default. */
  readonly enabled?: readonly FaultName[] | undefined;
}

const worldOf = (random: Random): World => ({
  devices: 1 + random.below(3),
  steps: 40 + random.below(160),
  trouble: random.pick([0, 0.1, 0.3, 0.6]) ?? 0,
});

/** A write that was answered 500 is planned anew once a pull shows the row unchanged. Each other device that wrote the row costs one more round. */
const CALM_ROUNDS = 6;
const MANY_STEPS = 100_000;
const MINUTE = 60_000;

/** Simulates one history. The same seed gives exactly the same history. */
export const simulate = async (
  seed: number,
  { openProvider = modelProviders, enabled = DEFAULT_FAULTS }: HistoryOptions = {},
): Promise<SimulationResult> => {
  const random = seededRandom(seed);
  const world = worldOf(random);
  const scheduler = makeScheduler(random, () => provider.isBusy());
  const checker = makeChecker();
  const faults = drawFaults(seed, enabled);
  const person = makePerson(random, faults);
  const devices = new Map<string, SimulatedDevice>();
  const network = { isDead: false };
  const noted = new Set<string>();
  const onWrong = (wrong: string): void => void noted.add(wrong);
  let isCalm = false;
  let time = MINUTE;
  let kills = 0;

  /** The stream sends the row to every device, sometimes twice, sometimes late, sometimes not at all. */
  const tell = (collection: Collection, row: StoredRow): void => {
    for (const name of devices.keys()) {
      if (isCalm || random.chance(0.4)) continue;
      const arrive = async () => {
        await scheduler.turn(network);
        if (!isCalm) devices.get(name)?.hear(collection, row);
      };
      void arrive();
      if (random.chance(0.2)) void arrive();
    }
  };
  const provider = await openProvider(random, tell, () => time);
  const isOurs = provider.manner === 'ours';
  const front = makeProviderFront(faults, provider.answer);
  const wire = makeWire(random, scheduler, front.answer, { trouble: world.trouble, canRepeatUpdates: isOurs, faults });

  const makeLives = (name: string) => {
    const disk = makeDisk(scheduler);
    let skew = 0;
    let life = 0;
    const options = {
      diffMode: { isOn: random.chance(0.3) },
      hasCascade: isOurs && random.chance(0.5),
      takesKeys: isOurs,
    };
    const ports = {
      name,
      disk,
      wire,
      httpCache: makeHttpCache(),
      now: () => time + skew,
      options,
      onRefused: checker.refused,
      onWrong,
    };
    return {
      start: (): void => {
        life += 1;
        devices.set(name, startDevice(ports, life));
      },
      jump: (): void => {
        skew += (random.below(7) - 3) * MINUTE;
      },
    };
  };

  const lives = new Map(Array.from({ length: world.devices }, (_, index) => [`d${index}-`, makeLives(`d${index}-`)]));
  for (const life of lives.values()) life.start();
  const broken: unknown[] = [];
  const sync = (device: SimulatedDevice, force: boolean): Promise<void> =>
    device.sync(force).catch((error: unknown) => void broken.push(error));

  const happen = (name: string, device: SimulatedDevice): void => {
    const dice = random.below(100);
    if (dice < 45) {
      const acts = person.act(device.view(), device.state());
      checker.did(name, device.act(acts));
    } else if (dice < 75) {
      if (!device.isBusy()) void sync(device, random.chance(0.2));
    } else if (dice < 80) {
      device.giveUp();
    } else if (dice < 85) {
      checker.died(name, device, device.kill());
      kills += 1;
      lives.get(name)?.start();
    } else if (dice < 88) {
      lives.get(name)?.jump();
    }
  };

  const settingBack = makeSettingBack(
    faults,
    world.steps,
    () => (provider.keepCopy ? [provider.keepCopy()] : []),
    () => {
      checker.serverSetBack();
      wire.serverSetBack();
    },
  );
  for (let step = 0; step < world.steps && broken.length === 0; step += 1) {
    time += random.below(10_000);
    settingBack(step);
    const name = random.pick([...devices.keys()]) ?? '';
    const device = devices.get(name);
    if (device) happen(name, device);
    for (let turns = random.below(12); turns > 0; turns -= 1) await scheduler.step();
  }

  isCalm = true;
  wire.calm();
  const quiet = async (): Promise<void> => {
    // The round that was just begun has not asked for a turn yet. Without this wait the next round would run beside it.
    await nextTick();
    for (let step = 0; step < MANY_STEPS && (await scheduler.step()); step += 1);
  };
  await quiet();
  const unsent = (): number => [...devices.values()].reduce((sum, device) => sum + countUnsent(device.state()), 0);
  // Rows on which the provider fails end the sending of a round. So there are more rounds while something is sent.
  for (let round = 0, before = Number.POSITIVE_INFINITY; round < CALM_ROUNDS || unsent() < before; round += 1) {
    before = unsent();
    for (const [name, device] of devices) {
      time += MINUTE;
      void sync(device, true);
      await quiet();
      // A row may be shown only later, with its list, which another device sends again to a server that was set back.
      if (round < 3) checker.did(name, device.act(person.cure(device.view())));
    }
  }
  const end = {
    ...(await provider.end()),
    hasCascade: isOurs,
    refusalOf: front.refusalOf,
    mayBeBack: wire.mayBeBack,
  };
  const wrongs = broken.length ? broken.map(String) : [...noted, ...checker.check(devices, end)];
  return { seed, wrongs, requests: end.requests, kills, faultCounts: faults.counts() };
};
