import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets a server stop at once but finish running requests. Node closes idle connections after a request, but not those
 * without any request yet, which browsers open in advance.
 * @returns a function that begins to drain: it closes every connection without a running request now, and each other one
 *   when its requests have ended
 */
export const drainConnections = (server: Server): (() => void) => {
  const running = new Map<Socket, number>();
  let isStopping = false;

  server.on('connection', (socket: Socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    running.set(socket, (running.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const remaining = (running.get(socket) ?? 1) - 1;
      if (running.has(socket)) running.set(socket, remaining);
      if (isStopping && remaining === 0) socket.end();
    });
  });

  return () => {
    isStopping = true;
    for (const [socket, requests] of running) if (requests === 0) socket.destroy();
  };
};
