import { describe, expect, test } from '@jest/globals';
import { type Exchange, STRAPI_EXCHANGES } from '../contract/strapiExchanges';
import { type Answer, addList, type Client, type TestServer, testServer } from './testServer';

/** Where our server answers otherwise than Strapi: the status it gives, and why. Whatever is not here must be alike. */
const DIFFERENCES: Readonly<Record<string, readonly [status: number, why: string]>> = {
  'login, form-encoded': [415, 'the wire contract knows JSON bodies only'],
  'login, no body': [400, 'never a 500 for bad input (section 4)'],
  'login with a stale token': [200, 'a stale token must not refuse a right password (section 1)'],
  users: [404, 'there is no such route, and no roles that could forbid it'],
  'pull, filter no object': [400, 'never a 500 for bad input (section 4)'],
  'pull, live ones': [
    400,
    'filters the client does not use are refused rather than ignored (section 1 lists those it uses)',
  ],
  'pull, start and limit': [400, 'pages go by page and pageSize alone (section 2)'],
  'pull, other letter case': [404, 'paths are as section 1 writes them'],
  'create, null icon': [400, 'a field is text or absent: the record has no null fields (section 1)'],
  'create without name': [201, 'every field has a start value, so that only the uuid is needed (section 1)'],
  'create, taken uuid': [200, 'create is idempotent by user and uuid (section 4)'],
  'create, uuid of another user': [201, 'uuids are per user: another user’s rows do not exist (section 4)'],
  'create, long name': [201, 'there is no limit of length but the body’s (section 4)'],
  'create as text': [415, 'the wire contract knows JSON bodies only'],
  'create item for an unknown list': [404, 'an item needs a list that is alive (section 4)'],
  'update with deletedAt': [400, 'the client sends no server-made key, and removing is DELETE (section 1)'],
  'update with publishedAt': [400, 'the client sends no server-made key (section 1)'],
  'update without documentId': [404, 'a wrong method is an unknown route, with a JSON body'],
  'remove the collection': [404, 'a wrong method is an unknown route, with a JSON body'],
  'patch the collection': [404, 'a wrong method is an unknown route, with a JSON body'],
  'post on a record': [404, 'a wrong method is an unknown route, with a JSON body'],
};

/** Where both say the same in other words. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  'register, short password': 'a password has eight characters at least, not six',
};

const authorization = (exchange: Exchange, user: Client, other: Client): Record<string, string> => {
  switch (exchange.as) {
    case 'nobody':
      return {};
    case 'forged':
      return { authorization: 'Bearer forged' };
    case 'emptyBearer':
      return { authorization: 'Bearer ' };
    case 'otherScheme':
      return { authorization: 'Basic YW5pYTp4' };
    case 'otherUser':
      return { authorization: `Bearer ${other.jwt}` };
    default:
      // A stale token makes Strapi refuse a login, so none went along there.
      return exchange.path.startsWith('/api/auth') ? {} : { authorization: `Bearer ${user.jwt}` };
  }
};

const replay = async (server: TestServer, exchange: Exchange): Promise<Answer> => {
  const [user, other] = [await server.signUp('ania'), await server.signUp('ola')];
  const { documentId } = await addList(user, 'own');
  const headers = {
    ...authorization(exchange, user, other),
    ...(exchange.type !== undefined && { 'content-type': exchange.type }),
  };
  return server.call(exchange.method, exchange.path.replace('LIST', documentId), exchange.body, headers);
};

describe('beside a recorded Strapi 5', () => {
  test.each(Object.entries(STRAPI_EXCHANGES))(
    '"%s" is answered alike, or the difference is known',
    async (name, exchange) => {
      const answer = await replay(await testServer(), exchange);
      const difference = DIFFERENCES[name];
      expect(answer.status).toBe(difference?.[0] ?? exchange.status);
      if (answer.status < 400) return;
      const [errorName, message] = difference || name in OTHER_WORDS ? [] : (exchange.error ?? []);
      expect(answer.body).toEqual({
        data: null,
        error: {
          status: answer.status,
          name: errorName ?? expect.stringMatching(/Error$/),
          message: message ?? expect.any(String),
          details: expect.anything(),
        },
      });
    },
  );

  test('every known difference is one, and has its reason', () => {
    for (const [name, [status, why]] of Object.entries(DIFFERENCES)) {
      expect([name, STRAPI_EXCHANGES[name]?.status]).not.toEqual([name, status]);
      expect(why.length).toBeGreaterThan(10);
    }
  });
});
