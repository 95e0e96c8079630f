import { CAPABILITIES_REQUEST, type Capabilities, offeredBy } from '../../contract/capabilities';
import { isObject } from '../../contract/records';
import { type AskPorts, askProvider } from './askProvider';

/** Requests the provider's capabilities. Null without an answer. */
export const askCapabilities = async (ports: AskPorts, signal: AbortSignal): Promise<Capabilities | null> => {
  const request = { ...CAPABILITIES_REQUEST, signal };
  return offeredBy(await askProvider(ports, { request, token: null, promises: isObject }));
};
