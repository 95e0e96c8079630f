import { aList, anItem, listId } from './builders';
import { type Manner, makeProvider, type Provider } from './modelProvider';

/** A provider that knows one list, and the milk on it. */

export const list = aList(1);
export const milk = anItem(1, listId(1), { description: 'milk' });
/** The milk as the provider keeps it. */
export const providerRow = { list: listId(1), description: 'milk', quantity: '', done: false };

export const withList = (manner: Manner = 'ours'): Provider => {
  const provider = makeProvider(manner);
  provider.put('lists', { uuid: list.id, name: 'list 1', icon: 'tomato' });
  return provider;
};

export const withMilk = (manner: Manner = 'ours'): Provider => {
  const provider = withList(manner);
  provider.put('items', { uuid: milk.id, ...providerRow });
  return provider;
};
