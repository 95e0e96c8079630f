import { isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** Some proxies append the port, as `1.2.3.4:5678` or `[::1]:5678`. It changes with each connection. */
const withoutPort = (address: string): string => {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address) ?? [];
  return inBrackets ?? ipv4 ?? address;
};

/**
 * The network that identifies a caller. An IPv4 address is one caller. IPv6 providers assign whole /64 networks, and a
 * caller can use a new address in it for each request.
 */
export const networkOf = (given: string): string => {
  const address = withoutPort(given);
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const gap = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0');
  const groups = [...head, ...gap, ...tail].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};
