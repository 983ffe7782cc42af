import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { api, type Call, roles } from '@millrace/contract'
import { createApiToken, createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import {
  type ActorName,
  actors,
  everyone,
  listOthers,
  type OperationCase,
  type OperationRequest,
  type Things,
} from './testing/operations/operation-case.ts'
import { readOperationGroups } from './testing/operations/read-groups.ts'
import { changeOf, listAudited, listIds, restless } from './testing/operations/rows.ts'
import { createTemplate, passwordOfAll, scopesOfTokens, toInjected, tokenName } from './testing/operations/template.ts'
import { isSparing } from './testing/sparing.ts'
import { changedTables, openWorkplaceRows } from './testing/workplace-rows.ts'

/**
 * Every operation, asked for on every surface that it is on, by every kind of person: the verdict is the same, and so is what
 * it has changed and what the audit tells of it, but for the call that it was done by. Whoever is refused has changed
 * nothing.
 */
const groups = await readOperationGroups()
const cases = groups.flatMap((group) => group.cases)

/** Operations that no person does by a call, and where they are walked. */
const walkedElsewhere: Readonly<Record<string, string>> = {
  'administrators/prepare-administrator': 'operations/administrators/prepare-administrator.test.ts',
  'answers/answer-task': 'jobs/kinds/mails/answers.test.ts',
  'audit/restore-entity': 'restored-entities.test.ts',
  'captcha/verify-captcha': 'features/captcha/captcha.test.ts',
  'data-list-feeds/run-feed': 'jobs/kinds/scheduled-feed.test.ts',
  'external-listeners/deliver': 'features/external-listeners/webhooks.test.ts',
  'external-listeners/receive-webhook': 'features/external-listeners/webhooks.test.ts',
  'external-listeners/replay-delivery': 'features/external-listeners/webhooks.test.ts',
  'external-listeners/replay-file': 'jobs/kinds/listener.test.ts',
  'external-systems/list-tables': 'features/external-systems/tables.test.ts',
  'external-systems/replay-call': 'features/external-calls/external-calls.test.ts',
  'external-systems/test-connection': 'features/external-systems/external-systems.test.ts',
  'external-systems/try-adapter': 'features/external-systems/external-systems.test.ts',
  'form-links/complete-by-link': 'features/form-links/form-links.test.ts',
  'form-links/save-form': 'features/form-links/form-links.test.ts',
  'form-links/send-form': 'features/form-links/form-links.test.ts',
  'form-links/upload-for-link': 'features/form-links/form-links.test.ts',
  // What a batch does to each.
  'history/forget-decision': 'engine-rest/batch/batch.test.ts',
  'history/set-removal-time': 'engine-rest/batch/batch.test.ts',
  'imports/read-import-files': 'features/imports/imports.test.ts',
  'incidents/complete-incident': 'jobs/work/ask-adapter.test.ts',
  'instances/force-end': 'operations/instances/force-end.test.ts',
  'packages/cancel-import': 'packages.test.ts',
  'packages/dismiss-import': 'package-sources.test.ts',
  'packages/read-package': 'packages.test.ts',
  'packages/roll-back-import': 'packages.test.ts',
  'packages/start-import': 'packages.test.ts',
  'password-links/ask-for-password-link': 'features/auth/password-links.test.ts',
  'password-links/look-at-password-link': 'features/auth/password-links.test.ts',
  'password-links/use-password-link': 'features/auth/password-links.test.ts',
  'scim/change-provisioned-group': 'scim/scim.test.ts',
  'scim/change-provisioned-user': 'scim/scim.test.ts',
  'scim/create-provisioned-group': 'scim/scim.test.ts',
  'scim/create-provisioned-user': 'scim/scim.test.ts',
  'scim/remove-provisioned-group': 'scim/scim.test.ts',
  'scim/remove-provisioned-user': 'scim/scim.test.ts',
  'second-factors/add-second-factor': 'features/auth/second-factor.test.ts',
  'second-factors/remove-second-factor': 'features/auth/second-factor.test.ts',
  'second-factors/rename-second-factor': 'features/auth/second-factor.test.ts',
  'second-factors/renew-recovery-codes': 'features/auth/second-factor.test.ts',
  'second-factors/start-second-factor': 'features/auth/second-factor.test.ts',
  'sessions/look-at-second-step': 'features/auth/second-factor.test.ts',
  'sessions/prove-second-step': 'features/auth/second-factor.test.ts',
  'sessions/mark-emergency': 'features/auth/emergency.test.ts',
  'samples/install-samples': 'features/samples/samples.test.ts',
  'sessions/enter-workplaces': 'features/auth/sso/sso.test.ts',
  'sessions/end-sso-sessions': 'features/auth/sso/sso.test.ts',
  'sso-tests/start-sso-test': 'features/auth/sso/sso.test.ts',
  'users/change-listed-user': 'jobs/kinds/user-change.test.ts',
  'users/hand-over-tasks': 'jobs/kinds/user-change.test.ts',
  'user-imports/import-row': 'jobs/kinds/user-import.test.ts',
  'user-imports/import-rows': 'jobs/kinds/user-import.test.ts',
  'directories/fill-hierarchy': 'jobs/kinds/directory.test.ts',
  'directories/take-over-row': 'jobs/kinds/directory.test.ts',
  'workplaces/create-workplace': 'workplace-command.test.ts',
  'workplaces/suspend-workplace': 'workplace-command.test.ts',
  'workplaces/delete-workplace': 'workplace-command.test.ts',
  'workplaces/export-workplace': 'workplace-command.test.ts',
  'workplaces/import-workplace': 'workplace-command.test.ts',
  'workplaces/move-workplace': 'move-workplace.test.ts',
}

/** Calls that change something and are not sent several times here, and why. */
const notRepeated: Readonly<Record<string, string>> = {
  'answers.answer': 'nobody is signed in: jobs/kinds/mails/answers.test.ts sends one ten times at once',
  'appDecisions.copyMultiple': 'keeps nothing',
  'appProcesses.copyMultiple': 'keeps nothing',
  'applicationImports.read': 'keeps nothing',
  'audit.restore': 'copies of the template have no audit: refused-restores.test.ts sends one twice at once',
  'auth.logoutUnauthorized': 'ends the same session as auth.logout, which is sent',
  'batches.resume': 'one that runs already goes on: jobs/kinds/instance-batch.test.ts pauses and resumes',
  'emailTemplates.preview': 'keeps nothing',
  'externalSystems.testConnection': 'asks outside, and keeps nothing',
  'dataListFeeds.run': 'it calls an external system, in jobs/kinds/scheduled-feed.test.ts',
  'externalImports.preview': 'keeps nothing',
  'externalDeliveries.replay': 'it needs a delivery, in features/external-listeners/webhooks.test.ts',
  'externalCalls.replay': 'it calls an external system, in features/external-calls/external-calls.test.ts',
  'externalSystems.previewAdapter': 'keeps nothing',
  'externalSystems.tryAdapter': 'asks outside, and keeps nothing',
  'formDesigner.readFile': 'keeps nothing',
  'forms.copyMultiple': 'keeps nothing',
  'incidentGroups.complete': 'needs a call that got no answer: jobs/work/ask-adapter.test.ts',
  'moveIns.check': 'is the operation of moveIns.start, which is sent',
  'moves.plan': 'keeps nothing',
  'moves.tryMoves': 'keeps nothing',
  'moves.versions': 'keeps nothing',
  'openForms.pass': 'nobody is signed in, and a captcha is good once: features/form-links/public-uploads.test.ts',
  'openForms.save': 'nobody is signed in: features/form-links/form-links.test.ts',
  'openForms.send': 'nobody is signed in: features/form-links/form-links.test.ts sends a form several times',
  'openForms.upload': 'nobody is signed in, and what no form names goes after an hour',
  'shell.updateTenant':
    'begins a session in another workplace, in place of the one before: features/auth/sso/sso.test.ts',
  'packages.dismiss': 'a package that is dismissed stays so: package-sources.test.ts',
  'packages.cancel': 'an import that is cancelled stays so: packages.test.ts',
  'packages.preview': 'keeps nothing',
  'packages.read': 'a package is no text: packages.test.ts',
  'packages.rollBack': 'packages.test.ts rolls an import back twice',
  'packages.start': 'packages.test.ts starts an import twice',
  'passwordLinks.ask': 'nobody is signed in: features/auth/password-links.test.ts',
  'passwordLinks.look': 'nobody is signed in: features/auth/password-links.test.ts',
  'passwordLinks.use': 'nobody is signed in: features/auth/password-links.test.ts',
  'secondFactors.add': 'needs a code of the moment: features/auth/second-factor.test.ts',
  'secondFactors.remove': 'needs a factor: features/auth/second-factor.test.ts',
  'secondFactors.rename': 'needs a factor: features/auth/second-factor.test.ts',
  'secondFactors.renewCodes': 'needs a factor: features/auth/second-factor.test.ts',
  'secondFactors.start': 'keeps nothing',
  'auth.secondStep': 'nobody is signed in: features/auth/second-factor.test.ts',
  'auth.proveSecondStep': 'nobody is signed in: features/auth/second-factor.test.ts',
  'auth.startSetUp': 'nobody is signed in: features/auth/second-factor.test.ts',
  'auth.completeSetUp': 'nobody is signed in: features/auth/second-factor.test.ts',
  'standalone.verifyCaptcha': 'nobody is signed in: features/captcha/captcha.test.ts',
  'ssoTest.start': 'needs a provider: features/auth/sso/sso.test.ts',
  'systemTemplates.preview': 'keeps nothing',
  'taskBulk.form': 'keeps nothing',
  'userAccounts.endSession': 'nobody else is signed in here: features/users/user-accounts.test.ts ends a session twice',
}

/** At once under one key: two would do for one to find the other at work. `npm run soak` sends more. */
const many = isSparing ? 4 : 20
/** At once without a key. */
const several = isSparing ? 3 : 5

/** Each begins a session in place of the one before, from wherever it comes. */
const begins: ReadonlySet<string> = new Set(['sessions/sign-in', 'sessions/begin-session'])

const testApp = await createTestApp()
const { app, admin, db, signInAs } = testApp
const reference = 'place'
const place = await createWorkplace(db, { reference })
const template = await createTemplate(testApp, place, groups)
const allRows = await openWorkplaceRows(admin, { without: restless })
const readRows = allRows.read
/** Every word stays as it is. */
const copyOfTemplate = { from: template.workplaceId, to: place, marker: 'no such word', replacement: 'no such word' }
const stranger = await createStranger()
await allRows.copy(copyOfTemplate)
const untouched = await readRows(place)
const auditedEntities = await readAuditedEntities()
/** Of the template; others were made by an operation. */
const knownIds = listIds(untouched)

describe.each(
  cases.map(
    (one, index) => [one.of === undefined ? one.operation : `${one.operation} (${one.of})`, one, index] as const,
  ),
)('%s', (_, one, index) => {
  const surfaces = (['api', 'rest'] as const).filter((surface) => one[surface] !== undefined)
  /**
   * The surfaces for one of several who are let in alike: one in turn, which is another one in the next operation, and
   * all by `npm run soak`.
   */
  const surfacesInTurn = (at: number) =>
    isSparing ? surfaces.filter((_, place) => place === (at + index) % surfaces.length) : surfaces
  const [somebody] = one.allowed
  /** What it changes when the first who may carries it out, by surface: all other ways are compared with that. */
  const alone = new Map<string, Run>()
  const runAlone = async (surface: 'api' | 'rest', actor: ActorName) => {
    const result = (actor === somebody ? alone.get(surface) : undefined) ?? (await run(one, surface, actor))
    if (actor === somebody) alone.set(surface, result)
    return result
  }

  it('by everybody, each on every surface', async () => {
    for (const [at, actor] of everyone.entries()) {
      const runs: Run[] = []
      const isAllowed = (one.allowed as readonly string[]).includes(actor)
      // What the surfaces do is compared by the first who is let in.
      for (const surface of isAllowed && actor !== somebody ? surfacesInTurn(at) : surfaces)
        if (isAllowed || !isSparing || surface === 'rest' || isInAudience(one, actor))
          runs.push(await runAlone(surface, actor))
      for (const { status, changes, audited, call } of runs) {
        expect(status, actor).toSatisfy((code: number) => code < 300 === isAllowed)
        if (!isAllowed) expect(status, actor).toBeOneOf([400, 403, 404, 409])
        if (isAllowed && one.changesNothing !== true) expect(changes, actor).not.toEqual([])
        if (!isAllowed) expect(changes, actor).toEqual([])
        expect(changes, actor).toEqual(runs[0]?.changes)
        for (const one of audited) expect(one).toEqual({ user_id: actor, cause: expect.stringMatching(call) })
        expect(listUnaudited(changes), actor).toEqual([])
      }
    }
  })

  // Of tokens, what counts beside the user is what they are good for; a session and a password are good for everything.
  if (somebody !== undefined) {
    const changesBy = async (surface: 'api' | 'rest') => (await runAlone(surface, somebody)).changes
    it('by API tokens, each good to something else', async () => {
      // Operations that sign in or out need no scope, so no token is tried.
      for (const held of one.scopes.length === 0 ? [] : scopesOfTokens) {
        const isGoodFor = one.scopes !== 'browser' && one.scopes.every((scope) => held.includes(scope))
        const scopes = held.join(' and ')
        // Of those that it is refused to, another third with the next operation: `npm run soak` takes all.
        if (!isGoodFor && isSparing && (index + scopesOfTokens.indexOf(held)) % 3 > 0) continue
        for (const surface of surfacesInTurn(scopesOfTokens.indexOf(held))) {
          const { status, changes } = await run(one, surface, somebody, { by: { token: tokenName(somebody, held) } })
          expect(status, scopes).toSatisfy((code: number) => code < 300 === isGoodFor)
          if (!isGoodFor) expect([status, changes], scopes).toEqual([expect.toBeOneOf([400, 403, 404]), []])
          if (isGoodFor) expect(changes, scopes).toEqual(await changesBy(surface))
        }
      }
    })

    // How somebody shows who they are is found out before any operation: here of every third one, by `npm run soak` of all.
    it.runIf(!isSparing || index % 3 === 0)('by a password and by a session, as by a token', async () => {
      for (const surface of one.needsBrowser === true || one.scopes.length === 0 ? [] : surfaces) {
        const other = await run(one, surface, somebody, { by: surface === 'rest' ? 'password' : 'session' })
        expect(other.status).toBeLessThan(300)
        // A password leaves behind where it was shown.
        expect(other.changes.filter((change) => !change.startsWith('+ known_origin '))).toEqual(
          await changesBy(surface),
        )
      }
    })
  }

  it('by somebody of another workplace changes nothing', async () => {
    for (const surface of surfaces) {
      const request = requestOf(one, surface, { ...template.things, self: 'stranger', ownToken: '', ownSession: '' })
      await app.inject(toInjected(paths[surface], request, { authorization: `Bearer ${stranger}` }))
      expect(changedTables(untouched, await readRows(place))).toEqual(new Set())
    }
  })

  it.runIf(one.api !== undefined)('many times at once under one key happens once', async () => {
    const [actor] = one.allowed
    if (actor === undefined || !happensOnce(requestOf(one, 'api', await thingsOf(actor)))) return
    const once = await runAlone('api', actor)
    const together = await run(one, 'api', actor, { repeated: { key: 'one-and-the-same', times: many } })
    expect(together.changes.filter((row) => !row.startsWith('+ idempotency_key'))).toEqual(once.changes)
    expect(together.status).toBe(once.status)
    expect(together.toOther).toBe('request.key-reused')
  })

  it.runIf(one.api !== undefined)('several times at once without a key leaves what it leaves once', async () => {
    const [actor] = one.allowed
    if (actor === undefined || begins.has(one.operation)) return
    if (happensOnce(requestOf(one, 'api', await thingsOf(actor)))) return
    const once = await runAlone('api', actor)
    const together = await run(one, 'api', actor, { repeated: { key: null, times: several } })
    expect(withoutRevisions(together.changes)).toEqual(withoutRevisions(once.changes))
  })
})

it('finds the template again after each operation', async () => {
  const rows = await (await openWorkplaceRows(admin, { without: restless })).read(place)
  expect(changedTables(untouched, rows)).toEqual(new Set())
})

it('walks every existing operation', () => {
  const walked = [...cases.map(({ operation }) => operation), ...Object.keys(walkedElsewhere)]
  expect([...new Set(walked)].toSorted()).toEqual(listOperations().toSorted())
})

it.each([
  // What features have alike of designs stands beside their operations.
  ['api', 'features', ['operations/designs/surface/*.ts']],
  ['rest', 'engine-rest', []],
] as const)('walks every operation on %s that %s carries out', (surface, folder, more) => {
  const operations = new Set(listOperations())
  const carriedOut = globSync([`${folder}/**/*.ts`, ...more], { cwd: import.meta.dirname })
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(import.meta.dirname, path), 'utf8')
      const whole = path.startsWith('operations/') ? text.replaceAll("'../", `'/${dirname(dirname(path))}/`) : text
      return [...whole.matchAll(/\/operations\/([\w/-]+)\.ts'/g)]
    })
    .map(([, operation = '']) => operation)
    .filter((operation) => operations.has(operation) && !(operation in walkedElsewhere))
  const walked = new Set(cases.filter((one) => one[surface] !== undefined).map(({ operation }) => operation))
  expect(carriedOut.length).toBeGreaterThan(10)
  expect([...new Set(carriedOut)].filter((operation) => !walked.has(operation))).toEqual([])
})

it('sends every call that changes something several times', () => {
  const sent = new Set(cases.flatMap((one) => (one.api === undefined ? [] : [findCall(one.api(template.things))])))
  const changing = Object.entries(api).flatMap(([subject, group]) =>
    Object.entries<Call>(group)
      .filter(([, { method, isChange }]) => method !== 'GET' || isChange)
      .map(([name, call]) => ({ name: `${subject}.${name}`, call })),
  )
  expect(changing.length).toBeGreaterThan(180)
  const missing = changing.filter(({ call }) => !sent.has(call)).map(({ name }) => name)
  expect(missing.toSorted()).toEqual(Object.keys(notRepeated).toSorted())
})

it('is walked as every existing role', () => {
  expect(new Set(Object.values(actors).flat())).toEqual(new Set(roles))
})

it.each(Object.entries(walkedElsewhere))('walks %s in %s', (_, path) => {
  expect(globSync(path, { cwd: import.meta.dirname })).toEqual([path])
})

/** An operation: the function of the name of its file, which is given the context of operations. */
function listOperations(): string[] {
  const folder = join(import.meta.dirname, 'operations')
  const paths = globSync('*/*.ts', { cwd: folder }).filter((path) => !/\.test\.ts$|\/refuse-/.test(path))
  return paths
    .filter((path) => {
      const name = (path.split('/')[1] ?? '')
        .replace('.ts', '')
        .replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())
      const declaration = new RegExp(
        `export (?:async )?function ${name}\\b[\\s\\S]{0,120}?(?:(?:Operation|File|Secret|Factor)Context|Homes)\\b`,
      )
      return declaration.test(readFileSync(join(folder, path), 'utf8'))
    })
    .map((path) => path.replace('.ts', ''))
}

const paths = { api: '/api', rest: '/engine-rest' } as const

/**
 * Entities that the audit tells of, each by the name of its table behind what happens to its rows: `- task` where they
 * go, `+ task` where they come, `-+ task` where they change.
 */
async function readAuditedEntities(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await admin.query(
    `select happens || ' ' || c.relname as name, split_part(encode(t.tgargs, 'escape'), '\\000', 1) as entity
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join (values ('+', 4), ('-', 8), ('-+', 16)) kinds (happens, bit) on t.tgtype & bit > 0 where t.tgname = 'audit'`,
  )
  expect(rows.length).toBeGreaterThan(30)
  return new Map(rows.map(({ name, entity }) => [name, entity]))
}

/** Audited changes without an entry of the audit. */
function listUnaudited(changes: readonly string[]): string[] {
  const audited = changes.filter((change) => change.startsWith('+ audit_entry ')).join('\n')
  const tables = new Set(changes.map((change) => change.split(' ')[1] ?? ''))
  const happened = [...tables].map((table) => {
    const signs = ['-', '+'].filter((sign) => changes.some((change) => change.startsWith(`${sign} ${table} `)))
    return `${signs.join('')} ${table}`
  })
  return happened.filter((name) => {
    const entity = auditedEntities.get(name)
    return entity !== undefined && !audited.includes(`"entity": "${entity}"`)
  })
}

interface Run {
  readonly status: number
  readonly changes: readonly string[]
  /** By whom and by what the audit says it was done. */
  readonly audited: ReturnType<typeof listAudited>
  /** How the call begins that it was done by. */
  readonly call: RegExp
  /** What was answered to something else under the same key; null where nothing else can be said. */
  readonly toOther?: string | null
}

/**
 * Whether a user has a role that the call of an operation is for. Other users are refused before the operation:
 * `call-rights.test.ts` tries each role with each call, and here `npm run soak` does.
 */
function isInAudience(one: OperationCase, actor: ActorName): boolean {
  const audience = findCall(
    requestOf(one, 'api', { ...template.things, self: actor, ownToken: '', ownSession: '' }),
  )?.audience
  return !Array.isArray(audience) || actors[actor].some((role) => audience.includes(role))
}

/** Whether the call that a request is of must not happen twice. */
function happensOnce(request: OperationRequest): boolean {
  return findCall(request)?.happensOnce === true
}

/** Those whose address is the more exact one first: `/list-views/default` before `/list-views/{id}`. */
const calls = Object.values(api)
  .flatMap((group) => Object.values<Call>(group))
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)

/** The call that a request is of. */
function findCall({ method, url }: OperationRequest): Call | undefined {
  const [path = ''] = url.split('?')
  return calls.find(
    (call) => call.method === method && new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
}

interface Manner {
  /** How somebody shows who he is; by default as the operation wants it, by an API token that is good for everything. */
  readonly by?: 'password' | 'session' | { readonly token: string }
  /** Sends the same several times at once. Under a key each is answered the same, or told to come again. */
  readonly repeated?: { readonly key: string | null; readonly times: number }
}

/** One operation by one person on one surface. The place is as the template again afterwards. */
async function run(one: OperationCase, surface: 'api' | 'rest', actor: ActorName, manner: Manner = {}): Promise<Run> {
  const { by, repeated } = manner
  const isBrowser = by === 'session' || (by === undefined && one.needsBrowser === true)
  const client = isBrowser ? await openBrowser(actor) : null
  const before = client === null ? untouched : await readRows(place)
  const request = requestOf(one, surface, await thingsOf(actor, { hasSession: isBrowser }))
  const authorization = headerOf(actor, by)
  const send = async (more: Readonly<Record<string, string>> = {}, asked = request) => {
    const injected = toInjected(paths[surface], asked, { authorization })
    const { authorization: _, ...headers } = injected.headers as Record<string, string>
    if (client !== null) {
      const token = { 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '' }
      const { status, body } = await client.send({ ...injected, headers: { ...headers, ...token, ...more } })
      return answerOf(one, { status, body })
    }
    const response = await app.inject({ ...injected, headers: { ...injected.headers, ...more } })
    return answerOf(one, { status: response.statusCode, body: response.body })
  }
  const { status } = repeated === undefined ? await send() : await sendRepeatedly(send, repeated)
  const toOther = repeated?.key == null ? null : await sendOthers(listOthers(request), send, repeated.key)
  const after = await readRows(place)
  const changes = changeOf(before, after, knownIds)
  const audited = listAudited(before, after)
  if (client !== null || changes.length > 0) await allRows.undo(copyOfTemplate, { before: untouched, after })
  // Tries of passwords belong to no workplace.
  await admin.query('delete from sign_in_try')
  return { status, changes, audited, toOther, call: new RegExp(`^${request.method} ${paths[surface]}/`) }
}

interface Answered {
  readonly status: number
  readonly body: unknown
}

function answerOf({ isRefused }: OperationCase, { status, body }: Answered): Answered {
  const answer = typeof body === 'string' && body.startsWith('[') ? JSON.parse(body) : body
  return { status: status < 300 && isRefused?.(answer) === true ? 409 : status, body }
}

type Send = (headers: Readonly<Record<string, string>>, asked?: OperationRequest) => Promise<Answered>

/** @returns the code of the refusal of the first that is asked for as it has to be. */
async function sendOthers(others: readonly OperationRequest[], send: Send, key: string): Promise<string | null> {
  let answered: string | null = null
  for (const other of others) {
    const { status, body } = await send({ 'idempotency-key': key }, other)
    const { code = String(status) } = (typeof body === 'string' && body !== '' ? JSON.parse(body) : (body ?? {})) as {
      code?: string
    }
    answered = code
    if (code === 'request.key-reused') break
  }
  return answered
}

async function sendRepeatedly(
  send: Send,
  { key, times }: { readonly key: string | null; readonly times: number },
): Promise<{ status: number }> {
  if (key === null) {
    const answers = await Promise.all(Array.from({ length: times }, () => send({})))
    return { status: Math.min(...answers.map(({ status }) => status)) }
  }
  const sendOne = async () => {
    for (;;) {
      const answer = await send({ 'idempotency-key': key })
      if (!JSON.stringify(answer.body).includes('request.running')) return answer
    }
  }
  const [first, ...others] = await Promise.all(Array.from({ length: times }, sendOne))
  if (first === undefined) throw new Error('Expected an answer, but nothing was sent.')
  for (const other of others) expect(other).toEqual(first)
  return first
}

function headerOf(actor: ActorName, by: Manner['by']): string {
  if (by === 'password') return `Basic ${Buffer.from(`${reference}/${actor}:${passwordOfAll}`).toString('base64')}`
  return `Bearer ${template.tokens.get(typeof by === 'object' ? by.token : actor)}`
}

function requestOf(one: OperationCase, surface: 'api' | 'rest', things: Things): OperationRequest {
  const request = one[surface]?.(things)
  if (request === undefined) throw new Error(`Expected ${one.operation} on ${surface}.`)
  return request
}

async function thingsOf(actor: ActorName, { hasSession = false } = {}): Promise<Things> {
  const own = async (table: string) => {
    const { rows } = await admin.query(
      `select t.id from ${table} t join app_user u on u.workplace_id = t.workplace_id and u.id = t.user_id where u.workplace_id = $1 and u.username = $2 limit 1`,
      [place, actor],
    )
    return rows[0]?.id ?? ''
  }
  // Everybody's tokens are always the same; sessions come with the browsers.
  const ownToken = ownTokens.get(actor) ?? (await own('api_token'))
  ownTokens.set(actor, ownToken)
  return { ...template.things, self: actor, ownToken, ownSession: hasSession ? await own('session') : '' }
}

const ownTokens = new Map<ActorName, string>()

async function openBrowser(actor: ActorName) {
  const { rows } = await admin.query('select id from app_user where workplace_id = $1 and username = $2', [
    place,
    actor,
  ])
  const user = { id: rows[0].id as string, username: actor, workplaceId: place }
  await signInAs(user)
  const client = await signInAs(user)
  // Some operations are a GET, which needs the CSRF header too.
  await client.send({ url: '/api/actuator/health/liveness' })
  return client
}

/** How often a row was written is nobody's business. */
function withoutRevisions(changes: readonly string[]): string[] {
  return changes.map((change) => change.replaceAll(/"revision": \d+/g, '"revision": 0'))
}

/** Whoever he is, he has every role, elsewhere. */
async function createStranger(): Promise<string> {
  const workplaceId = await createWorkplace(db)
  const user = await createUser(db, { workplaceId, username: 'stranger', roles, password: passwordOfAll })
  return createApiToken(db, user)
}
