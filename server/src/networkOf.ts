import { isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** Some proxies tell the caller's port too, as `1.2.3.4:5678` or `[::1]:5678`, and it is another one with each connection. */
const withoutPort = (address: string): string => {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address) ?? [];
  return inBrackets ?? ipv4 ?? address;
};

/**
 * Who stands behind an address, as far as it tells: an IPv4 address is one caller; of IPv6, providers give out whole networks
 * (/64), and whoever has one may come from a new address with each request.
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
