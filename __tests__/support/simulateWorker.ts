import type { FaultName } from './faults';
import { simulateHistory, type WorldName } from './simulateHistory';
import type { openSimulationServer } from './simulationServer';

/**
 * One process of `npm run simulate`. The parent process sends a seed. This process simulates its history and sends the result,
 * then gets the next seed. A history that throws, or that waits for ever, ends the process, and the parent knows its seed.
 */
const [world, enabled, serverUrl] = process.argv.slice(2);

const openServer = async (url: string) => {
  const { openSimulationServer: open }: { openSimulationServer: typeof openSimulationServer } = await import(url);
  return open();
};
const server = serverUrl ? openServer(serverUrl) : null;

process.on('message', async (seed: number) => {
  // Otherwise Node would wait for the next message for ever when a history hangs.
  process.channel?.unref();
  const result = await simulateHistory(world as WorldName, seed, {
    enabled: (enabled ?? '').split(',').filter(Boolean) as FaultName[],
    openProvider: (await server)?.open,
  });
  process.channel?.ref();
  process.send?.(result);
});
