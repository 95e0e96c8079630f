import type { FaultName } from './faults';
import { liveHistory, type WorldName } from './liveHistory';
import type { openSimulationServer } from './simulationServer';

/**
 * One process of `npm run simulate`: is told a seed, lives its history, tells how it ended, and is told the next. A history that
 * breaks the process, or waits for what never comes, ends it; who started it knows which one that was.
 */
const [world, letIn, serverUrl] = process.argv.slice(2);

const openServer = async (url: string) => {
  const { openSimulationServer: open }: { openSimulationServer: typeof openSimulationServer } = await import(url);
  return open();
};
const server = serverUrl ? openServer(serverUrl) : null;

process.on('message', async (seed: number) => {
  // With nothing left to run but the wait for orders, Node would wait for ever.
  process.channel?.unref();
  const result = await liveHistory(world as WorldName, seed, {
    letIn: (letIn ?? '').split(',').filter(Boolean) as FaultName[],
    openProvider: (await server)?.open,
  });
  process.channel?.ref();
  process.send?.(result);
});
