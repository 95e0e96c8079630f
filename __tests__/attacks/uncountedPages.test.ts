import { expect, test } from '@jest/globals';
import type { SendRequest } from '../../src/sync/wire/call';
import { listId } from '../support/builders';
import { makeProvider } from '../support/modelProvider';
import { makeHost, roundOver } from '../support/roundOver';

/** A Strapi with `api.rest.withCount: false` names the page and its size, and nobody the number of pages. */

const MANY = 230;

test.each([25, 100])(
  'of a provider that does not count its rows all pages are read, %i rows to a page at most',
  async (limit) => {
    const provider = makeProvider('strapi');
    for (let number = 1; number <= MANY; number += 1)
      provider.put('lists', { uuid: listId(number), name: `list ${number}` });
    const send: SendRequest = async (request) => {
      const path = request.path.replace('pageSize]=100', `pageSize]=${limit}`);
      const answer = provider.answer({ ...request, path });
      const { data, meta } = JSON.parse(answer.body);
      const { page, pageSize } = meta.pagination;
      return { ...answer, body: JSON.stringify({ data, meta: { pagination: { page, pageSize } } }) };
    };
    const device = makeHost();
    for (let round = 0; round < 2; round += 1) await roundOver(device, send);
    expect(Object.keys(device.state().base.lists)).toHaveLength(MANY);
  },
);
