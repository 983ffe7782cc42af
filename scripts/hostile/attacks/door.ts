import { gzipSync } from 'node:zlib'
import type { Attack, Wire } from '../attack.ts'
import {
  type AnswersByStatus,
  authorized,
  deployFile,
  get,
  headOf,
  pipeline,
  post,
  repeat,
  signedIn,
  status,
  talk,
  together,
  unread,
} from './requests.ts'

interface Description {
  readonly name: string
  /** Data that was received before the connection ended. */
  readonly seen?: string
  readonly within?: number
  readonly isShort?: boolean
  /** Statuses that he may be told. */
  readonly statuses: readonly number[]
  readonly attack: (server: Wire) => Promise<AnswersByStatus>
}

function describe({ name, seen, within = 30_000, isShort = false, statuses: allowed, attack }: Description): Attack {
  return {
    name: seen === undefined ? name : `${name} (${seen})`,
    within,
    ends: ['held'],
    isShort,
    run: async ({ wire }) => {
      const startedAt = performance.now()
      const statuses = await attack(wire)
      const wrong = [...statuses].filter(([status]) => !allowed.includes(status))
      const end = wrong.length === 0 ? 'held' : wrong.map(([status, count]) => `${count} × ${status}`).join(', ')
      return { end, ms: performance.now() - startedAt }
    },
  }
}

const megabyte = 1_000_000
const numbers = (bytes: number) => `{"a":[${'1,'.repeat(bytes / 2)}1]}`

/** What comes before work: nobody keeps others waiting by what he sends, or by waiting for it. */
const descriptions: readonly Description[] = [
  {
    name: 'six megabytes of numbers from nobody',
    isShort: true,
    seen: '12.5 s, then 401',
    statuses: [401],
    attack: (server) => {
      const body = numbers(6 * megabyte)
      return repeat(10, () => post(server, '/engine-rest/message', body, { 'content-type': 'application/json' }))
    },
  },
  {
    name: 'fifty megabytes of numbers from somebody',
    seen: '63 s',
    statuses: [413, 0],
    attack: (server) => repeat(3, () => post(server, '/engine-rest/message', numbers(50 * megabyte), signedIn(server))),
  },
  {
    name: 'as many values as a body with variables can have',
    seen: '63 s with 50 MB',
    statuses: [413],
    attack: (server) => {
      const body = numbers(15 * megabyte)
      return repeat(20, () => post(server, '/engine-rest/message', body, signedIn(server)))
    },
  },
  {
    name: 'a million names in one object',
    statuses: [413],
    attack: (server) => {
      const body = `{${Array.from({ length: megabyte }, (_, index) => `"n${index}":1`).join(',')}}`
      return repeat(10, () => post(server, '/engine-rest/message', body, signedIn(server)))
    },
  },
  {
    name: 'lists in lists, as deep as a body is long',
    isShort: true,
    statuses: [400],
    attack: (server) =>
      repeat(20, () => post(server, '/engine-rest/message', '['.repeat(15 * megabyte), signedIn(server))),
  },
  {
    name: 'numbers that a double cannot hold, as many as there may be',
    isShort: true,
    seen: 'a hundred times as long as short ones',
    statuses: [400, 404],
    attack: (server) => {
      const long = Array.from({ length: 90_000 }, () => '12345678901234567890').join(',')
      const body = `{"messageName":"x","a":[${long}]}`
      return repeat(20, () => post(server, '/engine-rest/message', body, signedIn(server)))
    },
  },
  {
    name: 'texts of escapes and backslashes',
    statuses: [400, 404, 413],
    attack: (server) => {
      const text = '\\\\\\"\\ud83d\\ude00'.repeat(megabyte)
      return repeat(10, () => post(server, '/engine-rest/message', `{"messageName":"${text}"}`, signedIn(server)))
    },
  },
  {
    name: 'a thousand requests of one caller at once',
    statuses: [200, 429, 503, 0],
    attack: (server) => together(1000, () => get(server, '/engine-rest/process-definition', authorized(server))),
  },
  {
    name: 'two hundred connections that say nothing',
    statuses: [408, 0],
    attack: (server) => together(200, () => talk(server, 'GET / HTTP/1.1\r\nhost: x\r\n')),
  },
  {
    name: 'bodies that never come',
    statuses: [408, 429, 0],
    attack: (server) =>
      together(100, () =>
        talk(server, headOf('/engine-rest/message', { ...signedIn(server), 'content-length': String(megabyte) })),
      ),
  },
  {
    name: 'more bodies than there is room for',
    statuses: [408, 429, 503, 0],
    attack: (server) =>
      together(60, () =>
        talk(
          server,
          headOf('/engine-rest/deployment/create', {
            ...authorized(server),
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': '50000000',
          }),
        ),
      ),
  },
  {
    name: 'a form of ten thousand parts',
    isShort: true,
    statuses: [413],
    attack: (server) => {
      const part = '--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\n\r\n'
      const type = { 'content-type': 'multipart/form-data; boundary=x' }
      return repeat(5, () =>
        post(server, '/engine-rest/deployment/create', `${part.repeat(10_000)}--x--`, {
          ...authorized(server),
          ...type,
        }),
      )
    },
  },
  {
    name: 'forty deployments of 40 MB at once',
    statuses: [200, 429, 503, 0],
    attack: (server) => together(40, () => deployFile(server, 40 * megabyte)),
  },
  {
    name: 'files of 48 MB that are no models, five times',
    statuses: [200],
    attack: (server) => repeat(5, () => deployFile(server, 48 * megabyte)),
  },
  {
    name: 'bodies that unpack to a gigabyte',
    isShort: true,
    statuses: [400, 415],
    attack: (server) => {
      const body = gzipSync(Buffer.alloc(100 * megabyte))
      const packed = { ...signedIn(server), 'content-encoding': 'gzip' }
      return repeat(10, () =>
        status(fetch(`${server.url}/engine-rest/message`, { method: 'POST', body, headers: packed })),
      )
    },
  },
  {
    name: 'twenty thousand requests on one connection, without waiting for an answer',
    statuses: [200, 429, 503],
    attack: (server) => {
      const request = headOf('/engine-rest/process-definition/count', authorized(server)).replace('POST', 'GET')
      return pipeline(server, request, 20_000)
    },
  },
  {
    name: 'headers of a megabyte',
    isShort: true,
    statuses: [431, 0],
    attack: (server) => repeat(20, () => talk(server, headOf('/', { 'x-long': 'x'.repeat(megabyte) }))),
  },
  {
    name: 'tokens that are none, ten thousand of them',
    statuses: [401, 429, 503, 0],
    attack: (server) =>
      together(10_000, () =>
        get(server, '/engine-rest/task', { authorization: `Bearer ${'x'.repeat(22)}.${'y'.repeat(43)}` }),
      ),
  },
  {
    name: 'whole histories of which the caller waits for nothing',
    seen: 'the whole pool for two minutes: 503 for everybody',
    statuses: [0],
    attack: (server) =>
      together(40, () =>
        get(server, '/engine-rest/history/variable-instance', authorized(server), AbortSignal.timeout(200)),
      ),
  },
  {
    name: 'whole histories of which the caller reads nothing',
    statuses: [0],
    attack: (server) =>
      together(20, () => unread(server, '/engine-rest/history/variable-instance', authorized(server))),
  },
]

export const door: readonly Attack[] = descriptions.map(describe)
