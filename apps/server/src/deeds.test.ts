import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { roles } from '@millrace/contract'
import { createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createToken } from './platform/auth/token.ts'
import { copyWorkplace } from './testing/copy-workplace.ts'
import {
  type ActorName,
  actors,
  type DeedCase,
  type DeedRequest,
  everyone,
  type Things,
} from './testing/deeds/deed-case.ts'
import { peopleDeeds } from './testing/deeds/people.ts'
import { changeOf, createRowReader, listIds, listTold, type Rows } from './testing/deeds/rows.ts'
import { runningDeeds } from './testing/deeds/running.ts'
import { settingDeeds } from './testing/deeds/settings.ts'
import { createTemplate, passwordOfAll, toInjected } from './testing/deeds/template.ts'
import { workDeeds } from './testing/deeds/work.ts'

/**
 * Every deed, asked for on every surface that it is on, by every kind of person: the verdict is the same, and so is what
 * it has changed and what the audit tells of it, but for the call that it was done by. Whoever is refused has changed
 * nothing.
 */
const groups = {
  peopleDeeds,
  runningDeeds,
  settingDeeds,
  workDeeds,
}
const cases = Object.values(groups).flatMap((group) => group.cases)

/** Deeds that no person does by a call, and where they are walked. */
const walkedElsewhere: Readonly<Record<string, string>> = {
  'administrators/prepare-administrator': 'operations/administrators/prepare-administrator.test.ts',
  'samples/install-samples': 'features/samples/samples.test.ts',
  'sessions/enter-workplaces': 'features/auth/sso/sso.test.ts',
  'sessions/end-sso-sessions': 'features/auth/sso/sso.test.ts',
  'workplaces/create-workplace': 'workplace-command.test.ts',
  'workplaces/suspend-workplace': 'workplace-command.test.ts',
  'workplaces/delete-workplace': 'workplace-command.test.ts',
  'workplaces/export-workplace': 'workplace-command.test.ts',
}

const testApp = await createTestApp()
const { app, admin, db, signInAs } = testApp
const reference = 'place'
const place = await createWorkplace(db, { reference })
const template = await createTemplate(testApp, place, Object.values(groups))
const readRows = await createRowReader(admin)
const restore = () =>
  copyWorkplace(admin, { from: template.workplaceId, to: place, marker: 'no such word', replacement: 'no such word' })
const stranger = await createStranger()
await restore()
let untouched = await readRows(place)

describe.each(cases.map((one) => [one.of === undefined ? one.deed : `${one.deed} (${one.of})`, one] as const))(
  '%s',
  (_, one) => {
    const surfaces = (['api', 'rest'] as const).filter((surface) => one[surface] !== undefined)

    it.each(everyone)('by %s', async (actor) => {
      const runs: Run[] = []
      for (const surface of surfaces) runs.push(await run(one, surface, actor))
      const isAllowed = (one.allowed as readonly string[]).includes(actor)
      for (const { status, changes, told, call } of runs) {
        expect(status).toSatisfy((code: number) => code < 300 === isAllowed)
        if (!isAllowed) expect(status).toBeOneOf([400, 403, 404, 409])
        if (isAllowed && one.changesNothing !== true) expect(changes).not.toEqual([])
        if (!isAllowed) expect(changes).toEqual([])
        expect(changes).toEqual(runs[0]?.changes)
        for (const one of told) expect(one).toEqual({ user_id: actor, cause: expect.stringMatching(call) })
      }
    })

    it('by somebody of another workplace changes nothing', async () => {
      for (const surface of surfaces) {
        const request = requestOf(one, surface, { ...template.things, self: 'stranger', ownToken: '', ownSession: '' })
        await app.inject(toInjected(paths[surface], request, { authorization: `Bearer ${stranger}` }))
        expect(await readRows(place)).toEqual(untouched)
      }
    })
  },
)

it('walks every deed that there is', () => {
  const walked = [...cases.map(({ deed }) => deed), ...Object.keys(walkedElsewhere)]
  expect([...new Set(walked)].toSorted()).toEqual(listDeeds().toSorted())
})

it.each([
  ['api', 'features'],
  ['rest', 'engine-rest'],
] as const)('walks every deed on %s that %s carries out', (surface, folder) => {
  const deeds = new Set(listDeeds())
  const carriedOut = globSync(`${folder}/**/*.ts`, { cwd: import.meta.dirname })
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    .flatMap((path) => [
      ...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(/\/operations\/([\w/-]+)\.ts'/g),
    ])
    .map(([, deed = '']) => deed)
    .filter((deed) => deeds.has(deed) && !(deed in walkedElsewhere))
  const walked = new Set(cases.filter((one) => one[surface] !== undefined).map(({ deed }) => deed))
  expect(carriedOut.length).toBeGreaterThan(10)
  expect([...new Set(carriedOut)].filter((deed) => !walked.has(deed))).toEqual([])
})

it('is walked as every role that there is', () => {
  expect(new Set(Object.values(actors).flat())).toEqual(new Set(roles))
})

it.each(Object.entries(walkedElsewhere))('walks %s in %s', (_, path) => {
  expect(globSync(path, { cwd: import.meta.dirname })).toEqual([path])
})

/** A deed: the function of the name of its file, which is given the context of operations. */
function listDeeds(): string[] {
  const folder = join(import.meta.dirname, 'operations')
  const paths = globSync('*/*.ts', { cwd: folder }).filter((path) => !path.endsWith('.test.ts'))
  return paths
    .filter((path) => {
      const name = (path.split('/')[1] ?? '')
        .replace('.ts', '')
        .replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())
      const declaration = new RegExp(`export (?:async )?function ${name}\\b[\\s\\S]{0,120}?OperationContext`)
      return declaration.test(readFileSync(join(folder, path), 'utf8'))
    })
    .map((path) => path.replace('.ts', ''))
}

const paths = { api: '/api', rest: '/engine-rest' } as const

interface Run {
  readonly status: number
  readonly changes: readonly string[]
  /** By whom and by what the audit says it was done. */
  readonly told: ReturnType<typeof listTold>
  /** How the call begins that it was done by. */
  readonly call: RegExp
}

/** One deed by one person on one surface. The place is as the template again afterwards. */
async function run(one: DeedCase, surface: 'api' | 'rest', actor: ActorName): Promise<Run> {
  const client = one.needsBrowser === true ? await openBrowser(actor) : null
  const before = client === null ? untouched : await readRows(place)
  const request = requestOf(one, surface, await thingsOf(actor))
  const injected = toInjected(paths[surface], request, { authorization: `Bearer ${template.tokens.get(actor)}` })
  const { authorization: _, ...headers } = injected.headers as Record<string, string>
  const { statusCode: status } =
    client === null ? await app.inject(injected) : { statusCode: (await client.send({ ...injected, headers })).status }
  const after = await readRows(place)
  const changes = changeOf(before, after, knownIds())
  const told = listTold(before, after)
  if (client !== null || changes.length > 0) {
    await restore()
    untouched = await readRows(place)
  }
  return { status, changes, told, call: new RegExp(`^${request.method} ${paths[surface]}/`) }
}

function requestOf(one: DeedCase, surface: 'api' | 'rest', things: Things): DeedRequest {
  const request = one[surface]?.(things)
  if (request === undefined) throw new Error(`Expected ${one.deed} on ${surface}.`)
  return request
}

async function thingsOf(actor: ActorName): Promise<Things> {
  const own = async (table: string) => {
    const { rows } = await admin.query(
      `select t.id from ${table} t join app_user u on u.workplace_id = t.workplace_id and u.id = t.user_id where u.workplace_id = $1 and u.username = $2 limit 1`,
      [place, actor],
    )
    return rows[0]?.id ?? ''
  }
  return { ...template.things, self: actor, ownToken: await own('api_token'), ownSession: await own('session') }
}

async function openBrowser(actor: ActorName) {
  const { rows } = await admin.query('select id from app_user where workplace_id = $1 and username = $2', [
    place,
    actor,
  ])
  const user = { id: rows[0].id as string, username: actor, workplaceId: place }
  await signInAs(user)
  return signInAs(user)
}

/** Whoever he is, he has every role, elsewhere. */
async function createStranger(): Promise<string> {
  const workplaceId = await createWorkplace(db)
  const user = await createUser(db, { workplaceId, username: 'stranger', roles, password: passwordOfAll })
  const { text, hash } = createToken(workplaceId)
  await admin.query(
    `insert into api_token (workplace_id, id, user_id, name, token_hash) values ($1, gen_random_uuid(), $2, 'test', $3)`,
    [workplaceId, user.id, hash],
  )
  return text
}

let known: { of: Rows; ids: Set<string> } | null = null

/** Ids of the template; others were made by a deed. */
function knownIds(): ReadonlySet<string> {
  if (known?.of !== untouched) known = { of: untouched, ids: listIds(untouched) }
  return known.ids
}
