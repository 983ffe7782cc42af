import { type Answer, type Attack, type Attacker, endingOf } from '../attack.ts'
import { makeList, makeProcess } from '../designing.ts'
import { publish } from './long-texts.ts'
import { askAsNobody } from './nobody.ts'

interface Description {
  readonly name: string
  /** @returns what the attacker got, in words; nothing when it held. */
  attack(attacker: Attacker): Promise<readonly string[]>
}

function describe({ name, attack }: Description): Attack {
  return {
    name,
    within: 10_000,
    ends: ['held'],
    isShort: true,
    run: async (attacker) => {
      const startedAt = performance.now()
      const got = await attack(attacker)
      return { end: got.length === 0 ? 'held' : got.join(', '), ms: performance.now() - startedAt }
    },
  }
}

/** Describes an answer without the parts that differ each time. */
function describeAnswer({ status, body }: Answer): string {
  return JSON.stringify([status, body?.code ?? body?.type, body?.message, body?.details])
}

/** Both are refused as they should be, in the same words. */
const differ = (status: number, one: Answer, other: Answer) =>
  one.status !== status
    ? [`${describeAnswer(one)} in place of ${status}`]
    : describeAnswer(one) === describeAnswer(other)
      ? []
      : [`${describeAnswer(one)} and ${describeAnswer(other)}`]

const descriptions: readonly Description[] = [
  {
    name: 'a design that is open in another window of the same user',
    attack: async (attacker) => {
      const { process } = await makeProcess(attacker)
      const lock = (body: object) => attacker.design('POST', `${process}/edit-lock`, body)
      const first = await lock({})
      const second = await lock({})
      const got = second.body?.token === null ? [] : ['a lock without taking it over']
      const taken = await lock({ takeOver: true })
      if (typeof taken.body?.token !== 'string') got.push('no lock when it is taken over')
      const renewed = await lock({ token: first.body?.token })
      return renewed.body?.token === null ? got : [...got, 'the old lock back']
    },
  },
  {
    name: 'names of users that a public form is asked for',
    attack: async (attacker) => {
      const link = await publish(attacker, 'whoIsThere', { type: 'user', props: { label: 'F' } })
      if (typeof link !== 'string') return [link.end]
      const { hash } = (await attacker.design('GET', link)).body.form.document
      const send = (f: unknown) =>
        askAsNobody(attacker, 'POST', `/api${link}/send`, { values: { f }, hash, visit: crypto.randomUUID() })
      const known = await send(attacker.keeper.username)
      return differ(422, known, await send('nobody-of-this-name'))
    },
  },
  {
    name: 'names of users, tasks and processes that are asked for without signing in',
    attack: async (attacker) => {
      const wrong = { password: 'not the password' }
      const signIn = (username: string) => askAsNobody(attacker, 'POST', '/api/auth/login', { username, ...wrong })
      const verify = (username: string) =>
        attacker.callAs({ username, ...wrong, from: '203.0.113.9' }, 'GET', '/version')
      const forget = (username: string) => askAsNobody(attacker, 'POST', '/api/auth/password-links', { username })
      await attacker.call('POST', '/task/create', { name: 'Hidden' })
      const [task] = (await attacker.call('GET', '/task?name=Hidden')).body
      const see = (id: string) => askAsNobody(attacker, 'GET', `/api/standalone/external/checkSecure/task/${id}`)
      return [
        differ(401, await signIn(attacker.keeper.username), await signIn('nobody-of-this-name')),
        differ(401, await verify(attacker.keeper.username), await verify('nobody-of-this-name')),
        differ(204, await forget(attacker.keeper.username), await forget('nobody-of-this-name')),
        differ(200, await see(task.id), await see(crypto.randomUUID())),
      ].flat()
    },
  },
  {
    name: 'names of users, by when wrong passwords are no longer taken',
    attack: async (attacker) => {
      const credentials = { password: 'four plain words here' }
      await attacker.call('POST', '/user/create', { profile: { id: 'guessed' }, credentials })
      const tries = { guessed: new Set<string>(), 'guessed-for-nothing': new Set<string>() }
      for (let time = 0; time < 12; time++)
        for (const [username, found] of Object.entries(tries)) {
          const entered = { username, password: 'wrong' }
          const { status, body } = await askAsNobody(attacker, 'POST', '/api/auth/login', entered)
          found.add(`${status} ${body?.code}`)
        }
      const [known, unknown] = Object.values(tries).map((found) => [...found].toSorted().join(' and '))
      return known === unknown && known?.startsWith('401') === true ? [] : [`${known} for a user, ${unknown} for none`]
    },
  },
  {
    name: 'cells of a CSV file that begin a formula',
    attack: async (attacker) => {
      const list = await makeList(attacker)
      const formula = '=HYPERLINK("https://x.test")'
      const cells = ['', ';', '\t', '\n', '\r\n', ' ', "';"].map((before) => `${before}${formula}`)
      const added = cells.map((a) => ({ after: null, cells: { a } }))
      const { body } = await attacker.design('GET', list)
      const saved = await attacker.design('POST', `${list}/rows`, { version: body.version, added })
      if (saved.status !== 200) return [endingOf(saved).end]
      const { body: csv } = await attacker.design('GET', `${list}/export?format=csv`)
      if (typeof csv !== 'string' || !csv.includes('HYPERLINK')) return ['no cells']
      return /(?:^|[;\t\r\n,])"?\s*=/m.test(csv) ? [`a formula in ${JSON.stringify(csv)}`] : []
    },
  },
  {
    name: 'values that bring HTML and addresses into a mail',
    attack: async (attacker) => {
      const text = { subject: 'a', html: '<p title="${v}">${v}</p><a href="${v}">a</a><img src="${v}">' }
      const values = ['"><img src=x onerror=a()>', 'javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x']
      const got: string[] = []
      for (const v of values) {
        const answer = await attacker.design('POST', '/templates/email-template/preview', { ...text, sample: { v } })
        if (answer.status !== 200) return [endingOf(answer).end]
        if (/<img src=x|(?:href|src)="\s*(?:java|data)/i.test(answer.body.html)) got.push(answer.body.html)
      }
      return got
    },
  },
  {
    name: 'common passwords, set for a user by both APIs',
    attack: async (attacker) => {
      const id = 'mallory-by-both'
      const profile = { id, firstName: 'M', lastName: 'M', email: 'm@example.org' }
      await attacker.call('POST', '/user/create', { profile, credentials: { password: 'four plain words here' } })
      const got: string[] = []
      for (const password of ['Password2024!', 'qwertz123456', 'letmein letmein', `${id}1`, 'Millrace2026']) {
        const { status } = await attacker.call('PUT', `/user/${id}/credentials`, { password })
        if (status < 400) got.push(`${password} by /engine-rest`)
        const login = { username: id, password: 'four plain words here', newPassword: password }
        const own = await askAsNobody(attacker, 'POST', '/api/auth/login', login)
        if (own.body?.code !== 'password.weak') got.push(`${password} by /api: ${endingOf(own).end}`)
      }
      return got
    },
  },
]

/** Attempts to read or change data of others. */
export const trespass: readonly Attack[] = descriptions.map(describe)
