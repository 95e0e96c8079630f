import { expect, test } from '@jest/globals';
import type { SendRequest } from '../../src/sync/wire/call';
import { itemId, moment } from '../support/builders';
import { list, providerRow, withMilk } from '../support/milkList';
import { makeHost, roundOver } from '../support/roundOver';

/** The admin copied an item of a Strapi that does not hold uuids unique. */

test.each(['2025-01-01T00:00:00.000Z', moment(0)])(
  'of two records with one uuid the newer is shown, pull after pull, and not each in turn (the other of %s)',
  async (updatedAt) => {
    const provider = withMilk('strapi');
    const copy = { uuid: itemId(1), id: 9, documentId: 'copy', ...providerRow, description: 'old milk', updatedAt };
    const send: SendRequest = async (request) => {
      const answer = provider.answer(request);
      if (!request.path.startsWith('/list-items')) return answer;
      const { data, meta } = JSON.parse(answer.body);
      return { ...answer, body: JSON.stringify({ data: [...data, copy], meta }) };
    };
    const device = makeHost();
    const seen = [];
    for (let round = 0; round < 4; round += 1) {
      await roundOver(device, send);
      seen.push(device.state().base.items[list.id as never]?.[itemId(1)]?.row);
    }
    expect(seen).toEqual(Array(4).fill(expect.objectContaining({ description: 'milk' })));
  },
);
