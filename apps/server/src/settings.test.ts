import { randomUUID } from 'node:crypto'
import { accountCalls, api, type BudgetName, type ChangingTool, changingTools, settingCalls } from '@millrace/contract'
import {
  type BudgetKey,
  type InstallationValues,
  type SettingKey,
  type SettingValue,
  settingKeys,
  settings,
} from '@millrace/contract/settings'
import { createApiToken, createTestApp, createTestClient, createUser, createWorkplace } from '@millrace/server/testing'
import { openMailServer } from '@millrace/server/testing/mail-server'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { createRuntime } from './app-context.ts'
import { runCurrentWorker } from './jobs/current-worker.ts'
import { sendAuditHead } from './jobs/kinds/send-audit-head.ts'
import { clearOldLinks } from './operations/form-links/clear-old-links.ts'
import { cleanUp } from './operations/history/clean-up/clean-up.ts'
import { startSession } from './platform/auth/session.ts'
import { openSignals } from './platform/db/signals.ts'
import { sessionCookieNames } from './platform/http/session-cookies.ts'
import type { OutgoingRequest } from './platform/outgoing/http-client.ts'
import { createMailSender } from './platform/outgoing/mail-sender.ts'
import { createCurrentScanner } from './platform/scanner/current-scanner.ts'
import { openInstallationSettings, readInstallationValues } from './platform/settings/installation-settings.ts'
import { budgetsOf } from './platform/settings/live-budgets.ts'
import { findMailServer } from './platform/settings/mail-server.ts'
import { readSecret } from './platform/settings/read-settings.ts'
import { readSsoSettings } from './platform/sso/current-sso.ts'
import { findCalendar } from './runtime/definitions/business-calendars.ts'
import { clearOldDrafts } from './runtime/forms/clear-old-drafts.ts'
import { orderAlerts } from './runtime/incidents/order-alerts.ts'
import { clearOldNotices } from './runtime/notices/clear-old-notices.ts'

const sent: OutgoingRequest[] = []
const server = await createTestApp({
  outgoing: {
    send: async (request) => {
      sent.push(request)
      return { statusCode: 200, reason: '', protocol: 'HTTP/1.1', headers: {}, body: '{"success":true}' }
    },
  },
})
const { db, admin, clock, workplaceId, signIn, signInAs } = server
const other = await createOther()
await createUser(db, { workplaceId, username: 'emergency', password: 'the right password', roles: ['RoleAdmin'] })
await admin.query(
  `insert into hierarchy (workplace_id, id, name, description, created_at, updated_at) values ($1, gen_random_uuid(), 'Line', '', now(), now())`,
  [workplaceId],
)
let root = await signIn({ roles: ['RoleAdmin', 'RoleDesign'], email: 'root@example.org' })
const mails = await openMailServer()
afterAll(() => mails.close())
beforeEach(async () => {
  root = await signInAs(root.user)
  await admin.query('delete from sign_in_try')
  await admin.query('delete from setting')
  await Promise.all([server.settings.refresh(), other.settings.refresh()])
})

/** Another server of the same installation. */
async function createOther() {
  const signals = await openSignals({ database: { connectionString: server.nearConnectionString } })
  const { config, secret } = server.options
  const ownSettings = await openInstallationSettings({ db, signals, secret, fixed: {} })
  const options = {
    ...server.options,
    signals,
    settings: ownSettings,
    config: { ...config, budgets: { ...config.budgets } },
  }
  const runtime = createRuntime(options)
  const app = await createApp(options, runtime)
  afterAll(async () => {
    await app.close()
    ownSettings.close()
    await signals.close()
  })
  return { app, runtime, settings: ownSettings }
}

const readRestricted = () =>
  db.read({ workplaceId }, async (tx) => {
    const text = 'select millrace_restricted_names($1)'
    const [rows] = await tx.batch([{ name: 'restricted_names', text, values: [workplaceId] }])
    return JSON.parse(rows?.[0]?.[0] ?? 'null')
  })

const list = async () => (await root.call(settingCalls.list)).body.settings
const rowOf = async (key: SettingKey) => {
  const row = (await list()).find((one) => one.key === key)
  if (row === undefined) throw new Error(`Expected the setting ${key}.`)
  return row
}
async function change(values: Partial<Record<SettingKey, SettingValue | null>>, by?: typeof root) {
  const rows = await list()
  const changes = Object.entries(values).map(([key, value]) => ({
    ...{ key, value },
    revision: rows.find((one) => one.key === key)?.revision ?? 0,
  }))
  return (by ?? root).call(settingCalls.change, { body: { changes } })
}

/** A browser of a user at the other server. */
async function atOther(user: { id: string; workplaceId: string }) {
  const { access, refresh } = await startSession({ db, clock }, { user })
  return createTestClient(other.app, { [sessionCookieNames.access]: access, [sessionCookieNames.refresh]: refresh })
}
const init = async () => (await (await atOther(root.user)).call(api.shell.init)).body
/** To whom the head of the audit goes. */
async function auditHeads() {
  const [urls, mailed]: [string[], string[]] = [[], []]
  await sendAuditHead(
    other.runtime,
    {
      http: async ({ url }) => ({ ok: urls.push(url) > 0 }),
      mail: async ({ to }) => ({ ok: mailed.push(...to) > 0 }),
    },
    workplaceId,
  )
  return { urls, mails: mailed }
}
const dashboardAtOther = async () => (await (await atOther(root.user)).call(api.adminDashboard.get)).body
const themeDetails = async () => (await (await atOther(root.user)).call(api.about.themeDetails)).body
const values = () => other.settings.current()

/** The times that a deletion compares with, as days before now. */
async function daysOf(run: (watched: typeof db) => Promise<void>): Promise<number[]> {
  const seen: unknown[] = []
  await run({
    ...db,
    withTransaction: (actor, work) =>
      db.withTransaction(actor, (tx) =>
        work({
          ...tx,
          commit: (statements) => {
            seen.push(...statements.flatMap((one) => one.values))
            return tx.commit(statements)
          },
          query: (query) => {
            seen.push(...query.compile().parameters)
            return tx.query(query)
          },
        }),
      ),
  })
  return seen.flatMap((value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
      ? [Math.round((clock().getTime() - Date.parse(value)) / 86_400_000)]
      : [],
  )
}
const context = (watched: typeof db) => ({ db: watched, clock })
const draftDays = () => daysOf((watched) => clearOldDrafts(context(watched), workplaceId))
const noticeDays = () => daysOf((watched) => clearOldNotices({ ...other.runtime, ...context(watched) }, workplaceId))
const linkDays = () => daysOf((watched) => clearOldLinks(context(watched), workplaceId))

/** The alerts of an incident that was raised after the last alert, which was twenty minutes ago. */
async function orderedAlerts(): Promise<{ target: string }[]> {
  const ago = (minutes: number) => new Date(clock().getTime() - minutes * 60_000)
  await admin.query('delete from incident_alert')
  await admin.query(
    `insert into incident_alert_mark (workplace_id, told_until, ordered_at) values ($1, $2, $2) on conflict (workplace_id) do update set told_until = $2, ordered_at = $2`,
    [workplaceId, ago(20)],
  )
  const id = randomUUID()
  await admin.query(
    `insert into incident (workplace_id, id, root_id, type, message, cause_id, root_cause_id, created_at) values ($1, $2, $2, 'failedJob', 'broken', $2, $2, $3)`,
    [workplaceId, id, ago(10)],
  )
  await orderAlerts(other.runtime, workplaceId)
  return (await admin.query('select target from incident_alert')).rows
}

const mailServer = () => findMailServer(values(), null)
async function sendMail() {
  await createMailSender(mailServer).send({
    ...{ from: null, to: ['jo@example.org'], cc: [], bcc: [], subject: 'x', text: 'x', html: null },
    ...{ headers: {}, id: 'one' },
  })
  return mails.received.at(-1)
}

/** What the job executor is started with. */
function startedWith(): InstallationValues | null {
  const started: InstallationValues[] = []
  runCurrentWorker(other.settings, (given) => {
    started.push(given)
    return { stop: async () => undefined }
  })
  return started[0] ?? null
}

let people = 0
async function tryPassword(count: number, password: string) {
  const name = `someone${people++}`
  await signIn({ username: name, password: 'the right password' })
  const send = (given: string) =>
    createTestClient(other.app).call(api.auth.login, { body: { username: name, password: given } })
  for (let index = 0; index < count; index++) await send('a wrong password')
  return { send, status: (await send(password)).status }
}

const sso = {
  'sso.issuer': 'https://login.example.org',
  'sso.clientId': 'flow',
  'sso.clientSecret': 's3cret',
  'sso.label': 'Example',
  'sso.scopes': 'openid groups',
  'sso.usernameClaim': 'upn',
  'sso.rolesClaim': 'groups',
  'sso.roleMapping': 'staff=RoleUser',
  'sso.workplacesClaim': 'tenants',
} as const
const ssoOf = () => readSsoSettings(other.settings.current())
const signInOptions = async () => (await createTestClient(other.app).call(api.auth.options)).body

async function askCaptcha() {
  sent.length = 0
  await createTestClient(other.app).call(api.standalone.verifyCaptcha, { body: { response: 'solved' } })
  return sent[0]
}

const autoSaved = async () => (await (await atOther(root.user)).call(api.formDesigner.autoSaved)).body
const writeAtOther = async () => {
  const user = await signIn({ roles: ['RoleUser'] })
  return (await atOther(user.user)).call(api.notices.markAll, { body: { until: clock().toISOString() } })
}

let inputs = 0
async function askApproval(tool: ChangingTool) {
  const body = { tool, client: 'test', input: `{"n":${inputs++}}` }
  return (await atOther(root.user)).call(api.toolApprovals.ask, { body })
}

async function askAsTool() {
  const token = await createApiToken(db, root.user)
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  return createTestClient(other.app).send({ method: 'POST', url: '/mcp', headers, payload })
}

interface Effect {
  readonly change: Partial<Record<SettingKey, SettingValue>>
  /** What is asked at another server than the one where the setting was changed. */
  readonly see: () => Promise<unknown>
  readonly before: unknown
  readonly after: unknown
}

const smtp = new URL(mails.url)
const mail = { 'mail.host': smtp.hostname, 'mail.port': Number(smtp.port), 'mail.from': 'flow@example.org' }

const longAgo = '2020-01-01'
const nothing = '00000000-0000-0000-0000-000000000000'
const oldRows = {
  tasks: `insert into history_task (workplace_id, instance_id, id, root_id, element_id, execution_id, definition_id, task_key, priority, created_at, ended_at, reason)
    values ($1, $2, $2, $2, '${nothing}', '${nothing}', '${nothing}', '', 50, '${longAgo}', '${longAgo}', 'completed') on conflict do nothing`,
  batches: `insert into batch (workplace_id, id, kind, action, state, total, created_at, ended_at)
    values ($1, $2, 'instance-deletion', '{}', 'done', 0, '${longAgo}', '${longAgo}') on conflict do nothing`,
  operations: `insert into operation_log (workplace_id, id, operation_id, at, user_id, operation_type, entity_type, category)
    values ($1, $2, $2, '${longAgo}', 'ann', 'Suspend', 'ProcessDefinition', 'Operator') on conflict do nothing`,
}

/** What the clean-up of another server removes of something that is old. */
function removedAfterDays(key: string, what: keyof typeof oldRows): Pick<Effect, 'change' | 'see'> {
  const id = crypto.randomUUID()
  return {
    change: { [key]: 1 },
    see: async () => {
      await admin.query(oldRows[what], [workplaceId, id])
      await root.call(api.cleanUp.run)
      while (await cleanUp(other.runtime, workplaceId));
      const { rows } = await admin.query(
        `select ${what}::int as removed from history_cleanup where workplace_id = $1 order by started_at desc, id desc limit 1`,
        [workplaceId],
      )
      return rows[0].removed
    },
  }
}

/** Of each setting of its own what it does. Types refuse a setting that is missing. */
const effects: Record<Exclude<SettingKey, BudgetKey>, Effect> = {
  'help.url': {
    change: { 'help.url': 'https://help.example.org' },
    see: async () => (await init()).HELP_URL,
    before: '/help',
    after: 'https://help.example.org',
  },
  'strapline.text': {
    change: { 'strapline.text': 'Water for all' },
    see: async () => (await themeDetails()).strapline,
    before: null,
    after: 'Water for all',
  },
  'privacyPolicy.enabled': {
    change: { 'privacyPolicy.enabled': true },
    see: async () => (await init()).ENABLE_PRIVACY_POLICY,
    before: false,
    after: true,
  },
  'privacyPolicy.linkName': {
    change: { 'privacyPolicy.linkName': 'Privacy' },
    see: async () => (await init()).PRIVACY_POLICY_LINK_NAME,
    before: null,
    after: 'Privacy',
  },
  'privacyPolicy.linkUrl': {
    change: { 'privacyPolicy.linkUrl': '/privacy' },
    see: async () => (await init()).PRIVACY_POLICY_LINK_URL,
    before: null,
    after: '/privacy',
  },
  'monitor.enabled': {
    change: { 'monitor.enabled': true },
    see: async () => (await init()).MONITOR_ENABLED,
    before: false,
    after: true,
  },
  'monitor.url': {
    change: { 'monitor.url': 'https://watch.example.org' },
    see: async () => (await init()).MONITOR_URL,
    before: null,
    after: 'https://watch.example.org',
  },
  'mail.host': { change: mail, see: async () => mailServer()?.url ?? null, before: null, after: `smtp://${smtp.host}` },
  'mail.port': {
    change: mail,
    see: async () => (mailServer() === null ? null : (await sendMail())?.to),
    before: null,
    after: ['jo@example.org'],
  },
  'mail.security': {
    change: { ...mail, 'mail.security': 'required' },
    see: async () => mailServer()?.url.endsWith('?requireTLS=true') ?? false,
    before: false,
    after: true,
  },
  'mail.username': {
    change: { ...mail, 'mail.username': 'a@b' },
    see: async () => mailServer()?.url.includes('//a%40b:@') ?? false,
    before: false,
    after: true,
  },
  'mail.password': {
    change: { ...mail, 'mail.username': 'a', 'mail.password': 'p@ss' },
    see: async () => mailServer()?.url.includes('//a:p%40ss@') ?? false,
    before: false,
    after: true,
  },
  'mail.from': {
    change: mail,
    see: async () => (mailServer() === null ? null : (await sendMail())?.from),
    before: null,
    after: 'flow@example.org',
  },
  'session.idleSeconds': {
    change: { 'session.idleSeconds': 600 },
    see: async () => (await (await atOther(root.user)).call(api.shell.sessionTimeout)).body,
    before: 1500,
    after: 600,
  },
  'session.refreshMinutes': {
    change: { 'session.refreshMinutes': 2 },
    see: async () => (await init()).TOKEN_REFRESH_MINUTES,
    before: 4,
    after: 2,
  },
  'signIn.failedTries': {
    change: { 'signIn.failedTries': 1 },
    see: async () => (await tryPassword(1, 'the right password')).status,
    before: 200,
    after: 401,
  },
  'signIn.lockedMinutes': {
    change: { 'signIn.lockedMinutes': 1, 'signIn.failedTries': 1 },
    see: async () => {
      const { send } = await tryPassword(6, 'a wrong password')
      clock.advance({ minutes: 2 })
      // The time of their session has run out too.
      root = await signInAs(root.user)
      return (await send('the right password')).status
    },
    before: 401,
    after: 200,
  },
  'password.minimumLength': {
    change: { 'password.minimumLength': 20 },
    see: async () => {
      const user = await signIn({ password: 'the right password' })
      const body = { currentPassword: 'the right password', newPassword: 'quite-good-9173' }
      return (await (await atOther(user.user)).call(api.account.changePassword, { body })).status
    },
    before: 204,
    after: 422,
  },
  'password.history': {
    change: { 'password.history': 2 },
    see: async () => {
      const { user } = await signIn({ password: 'the right password' })
      const to = async (currentPassword: string, newPassword: string) =>
        (await (await atOther(user)).call(api.account.changePassword, { body: { currentPassword, newPassword } }))
          .status
      await to('the right password', 'quite-good-9173')
      return to('quite-good-9173', 'the right password')
    },
    before: 204,
    after: 422,
  },
  'password.maximumAgeDays': {
    change: { 'password.maximumAgeDays': 30 },
    see: async () => {
      const { user } = await signIn({ password: 'the right password' })
      await admin.query(
        `update app_user set password_changed_at = $1::timestamptz - interval '31 days' where id = $2`,
        [clock().toISOString(), user.id],
      )
      const body = { username: user.username, password: 'the right password' }
      return (await createTestClient(other.app).call(api.auth.login, { body })).status
    },
    before: 200,
    after: 403,
  },
  'signIn.emergencyUser': {
    change: { 'signIn.emergencyUser': 'emergency' },
    see: async () => {
      await admin.query('delete from emergency_sign_in')
      const body = { username: 'emergency', password: 'the right password' }
      await createTestClient(other.app).call(api.auth.login, { body })
      const { rows } = await admin.query('select username, method from emergency_sign_in')
      return rows
    },
    before: [],
    after: [{ username: 'emergency', method: 'password' }],
  },
  'scim.hierarchy': {
    change: { 'scim.hierarchy': 'Line' },
    see: async () => {
      await admin.query('delete from hierarchy_node')
      const { user } = await signIn({ roles: ['RoleUser', 'RoleUserAdmin'] })
      const token = await createApiToken(db, user, { scopes: ['provision'] as never })
      const create = async (userName: string, more: object = {}) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
        const payload = JSON.stringify({ userName, ...more })
        return JSON.parse((await other.app.inject({ method: 'POST', url: '/scim/v2/Users', headers, payload })).body).id
      }
      const value = await create(`boss-${user.username}`)
      await create(`clerk-${user.username}`, {
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value } },
      })
      return (await admin.query('select count(*)::int as count from hierarchy_node')).rows[0].count
    },
    before: 0,
    after: 2,
  },
  'secondFactor.roles': {
    change: { 'secondFactor.roles': 'RoleAdmin RoleUser' },
    see: async () => (await tryPassword(0, 'the right password')).status,
    before: 200,
    after: 403,
  },
  'sso.issuer': { change: sso, see: async () => (await signInOptions()).advancedSso, before: false, after: true },
  'sso.clientId': { change: sso, see: async () => ssoOf()?.clientId ?? null, before: null, after: 'flow' },
  'sso.clientSecret': { change: sso, see: async () => ssoOf()?.clientSecret ?? null, before: null, after: 's3cret' },
  'sso.label': { change: sso, see: async () => (await signInOptions()).label, before: null, after: 'Example' },
  'sso.scopes': { change: sso, see: async () => ssoOf()?.scopes ?? null, before: null, after: 'openid groups' },
  'sso.usernameClaim': { change: sso, see: async () => ssoOf()?.usernameClaim ?? null, before: null, after: 'upn' },
  'sso.rolesClaim': { change: sso, see: async () => ssoOf()?.rolesClaim ?? null, before: null, after: 'groups' },
  'sso.roleMapping': {
    change: sso,
    see: async () => [...(ssoOf()?.roleMapping ?? [])],
    before: [],
    after: [['staff', ['RoleUser']]],
  },
  'sso.workplacesClaim': {
    change: sso,
    see: async () => ssoOf()?.workplacesClaim ?? null,
    before: null,
    after: 'tenants',
  },
  'captcha.verifyUrl': {
    change: { 'captcha.verifyUrl': 'https://captcha.example/check', 'captcha.secret': 's3cret' },
    see: async () => (await askCaptcha())?.url ?? null,
    before: null,
    after: 'https://captcha.example/check',
  },
  'captcha.secret': {
    change: { 'captcha.verifyUrl': 'https://captcha.example/check', 'captcha.secret': 's3cret' },
    see: async () => String((await askCaptcha())?.body).includes('secret=s3cret'),
    before: false,
    after: true,
  },
  'assistants.enabled': {
    change: { 'assistants.enabled': false },
    see: async () => (await askAsTool()).status,
    before: 200,
    after: 403,
  },
  ...(Object.fromEntries(
    changingTools.map((tool) => {
      const isNeeded = settings[`assistants.${tool}`].default
      const see = async () => (await askApproval(tool)).body.state
      const [before, after] = isNeeded ? (['waiting', 'not-needed'] as const) : (['not-needed', 'waiting'] as const)
      return [`assistants.${tool}`, { change: { [`assistants.${tool}`]: !isNeeded }, see, before, after }]
    }),
  ) as Record<`assistants.${ChangingTool}`, Effect>),
  'alerts.recipients': {
    change: { 'alerts.recipients': 'ops@example.org' },
    see: async () => (await orderedAlerts()).map(({ target }) => target),
    before: [],
    after: ['ops@example.org'],
  },
  'alerts.webhookUrl': {
    change: { 'alerts.webhookUrl': 'https://chat.example/hook' },
    see: async () => (await orderedAlerts()).map(({ target }) => target),
    before: [],
    after: ['https://chat.example/hook'],
  },
  'alerts.webhookSecret': {
    change: { 'alerts.webhookSecret': 's3cret' },
    see: () => readSecret({ db, secret: server.options.secret }, workplaceId, 'alerts.webhookSecret'),
    before: null,
    after: 's3cret',
  },
  'alerts.minutes': {
    change: { 'alerts.minutes': 60 },
    see: async () => {
      await admin.query(
        `insert into setting (workplace_id, key, value) values ($1, 'alerts.recipients', '"ops@example.org"') on conflict do nothing`,
        [workplaceId],
      )
      return (await orderedAlerts()).length
    },
    before: 1,
    after: 0,
  },
  'uploads.clamd': {
    change: { 'uploads.clamd': 'unix:///nowhere/clamd.ctl' },
    see: async () =>
      (await createCurrentScanner(() => values()['uploads.clamd']).scan(ReadableStream.from([Buffer.from('x')]))).kind,
    before: 'clean',
    // Nobody is there, so nothing is found clean any more.
    after: 'not-scanned',
  },
  'autoSave.enabled': {
    change: { 'autoSave.enabled': true },
    see: async () => (await autoSaved()).autoSaveFormDesigner,
    before: false,
    after: true,
  },
  'autoSave.seconds': {
    change: { 'autoSave.enabled': true, 'autoSave.seconds': 90 },
    see: async () => (await autoSaved()).autoSaveIntervalFormDesigner,
    before: null,
    after: 90,
  },
  'retention.draftDays': { change: { 'retention.draftDays': 7 }, see: draftDays, before: [90], after: [7] },
  'retention.readNoticeDays': {
    change: { 'retention.readNoticeDays': 7 },
    see: async () => (await noticeDays())[1],
    before: 30,
    after: 7,
  },
  'retention.noticeDays': {
    change: { 'retention.noticeDays': 40 },
    see: async () => (await noticeDays())[2],
    before: 90,
    after: 40,
  },
  'retention.receiptDays': {
    change: { 'retention.receiptDays': 11 },
    see: async () => (await linkDays()).includes(11),
    before: false,
    after: true,
  },
  'retention.linkDays': {
    change: { 'retention.linkDays': 12 },
    see: async () => (await linkDays()).includes(12),
    before: false,
    after: true,
  },
  'history.removalTime': {
    change: { 'history.removalTime': 'none' },
    see: async () => (await root.call(api.cleanUp.get)).body.strategy,
    before: 'end',
    after: 'none',
  },
  'history.cleanUpFrom': {
    change: { 'history.cleanUpFrom': '' },
    see: async () => (await root.call(api.cleanUp.get)).body.window === null,
    before: false,
    after: true,
  },
  'history.cleanUpUntil': {
    change: { 'history.cleanUpUntil': '01:00' },
    see: async () => (await root.call(api.cleanUp.get)).body.window === null,
    before: false,
    after: true,
  },
  'history.taskDays': { ...removedAfterDays('history.taskDays', 'tasks'), before: 0, after: 1 },
  'history.batchDays': { ...removedAfterDays('history.batchDays', 'batches'), before: 0, after: 1 },
  'history.operationDays': { ...removedAfterDays('history.operationDays', 'operations'), before: 0, after: 1 },
  'variables.restricted': {
    change: { 'variables.restricted': 'salary, iban*' },
    see: readRestricted,
    before: [],
    after: ['iban*', 'salary'],
  },
  'calendar.default': {
    change: { 'calendar.default': 'office' },
    see: async () => (await db.read({ workplaceId }, (tx) => findCalendar(tx, workplaceId, 'default')))?.zone ?? null,
    before: null,
    after: 'Europe/Berlin',
  },
  'jobs.enabled': {
    change: { 'jobs.enabled': false },
    see: async () => startedWith() !== null,
    before: true,
    after: false,
  },
  'jobs.lanes': { change: { 'jobs.lanes': 9 }, see: async () => startedWith()?.['jobs.lanes'], before: 6, after: 9 },
  'jobs.lanesOfWorkplace': {
    change: { 'jobs.lanesOfWorkplace': 3 },
    see: async () => startedWith()?.['jobs.lanesOfWorkplace'],
    before: 4,
    after: 3,
  },
  'audit.headUrl': {
    change: { 'audit.headUrl': 'https://log.example.org/audit' },
    see: async () => (await auditHeads()).urls,
    before: [],
    after: ['https://log.example.org/audit'],
  },
  'audit.headEmail': {
    change: { 'audit.headEmail': 'keeper@example.org' },
    see: async () => (await auditHeads()).mails,
    before: [],
    after: ['keeper@example.org'],
  },
  'backup.warnDays': {
    change: { 'backup.warnDays': 30 },
    see: async () => (await dashboardAtOther()).installation?.backup.warnDays,
    before: 7,
    after: 30,
  },
  'jobs.lookSeconds': {
    change: { 'jobs.lookSeconds': 2 },
    see: async () => startedWith()?.['jobs.lookSeconds'],
    before: 5,
    after: 2,
  },
  'jobs.leaseSeconds': {
    change: { 'jobs.leaseSeconds': 60 },
    see: async () => startedWith()?.['jobs.leaseSeconds'],
    before: 30,
    after: 60,
  },
  'maintenance.enabled': {
    change: { 'maintenance.enabled': true },
    see: async () => (await writeAtOther()).status,
    before: 204,
    after: 503,
  },
  'maintenance.text': {
    change: { 'maintenance.enabled': true, 'maintenance.text': 'Back at 14:00.' },
    see: async () => (await init()).BANNERS,
    before: [],
    after: [{ kind: 'maintenance', text: 'Back at 14:00.' }],
  },
  'banner.text': {
    change: { 'banner.text': 'Fire drill at noon' },
    see: async () => (await init()).BANNERS,
    before: [],
    after: [{ kind: 'info', text: 'Fire drill at noon' }],
  },
  'banner.kind': {
    change: { 'banner.text': 'Leave now', 'banner.kind': 'warning' },
    see: async () => (await init()).BANNERS,
    before: [],
    after: [{ kind: 'warning', text: 'Leave now' }],
  },
}

describe('each setting', () => {
  it.each(Object.entries(effects))('%s takes effect at another server, and is set back', async (key, effect) => {
    await admin.query(
      `insert into business_calendar (workplace_id, name, zone, hours, holidays, changed_at) values ($1, 'office', 'Europe/Berlin', '{}', '{}', now()) on conflict do nothing`,
      [workplaceId],
    )
    expect(await effect.see()).toEqual(effect.before)
    const { status, error } = await change(effect.change)
    expect([status, error?.message]).toEqual([200, undefined])
    await expect.poll(effect.see).toEqual(effect.after)
    const row = await rowOf(key as SettingKey)
    expect(row).toMatchObject({ origin: 'here', revision: 1, changedBy: { username: root.user.username } })
    await change(Object.fromEntries(Object.keys(effect.change).map((one) => [one, null])))
    await expect.poll(effect.see).toEqual(effect.before)
    expect(await rowOf(key as SettingKey)).toMatchObject({ origin: 'default', revision: 2 })
  })

  const ofBudgets = settingKeys.filter((key): key is BudgetKey => key.startsWith('budget.'))

  it.each(ofBudgets)('%s is what each server goes by, or starts with when it needs a restart', async (key) => {
    const name = key.slice('budget.'.length) as BudgetName
    const { needsRestart, default: usual, max } = settings[key]
    const next = usual + 1 > max ? usual - 1 : usual + 1
    expect((await change({ [key]: next })).status).toBe(200)
    await expect.poll(() => values()[key]).toBe(next)
    expect(budgetsOf(await readInstallationValues({ db, secret: server.options.secret, fixed: {} }))[name]).toBe(next)
    expect([server.runtime.budgets[name], other.runtime.budgets[name]]).toEqual(
      needsRestart === true ? [usual, usual] : [next, next],
    )
    await change({ [key]: null })
    await expect.poll(() => other.runtime.budgets[name]).toBe(usual)
  })
})

describe('changes of settings', () => {
  it('are refused as a whole when one value is not valid, with its key', async () => {
    const { status, error } = await change({
      'strapline.text': 'Fine',
      'help.url': 'javascript:alert(1)',
      'mail.port': 70_000,
    })
    expect([status, error.code]).toEqual([422, 'setting.invalid'])
    expect(error.details?.map(({ where }) => where)).toEqual(['help.url', 'mail.port'])
    expect((await rowOf('strapline.text')).origin).toBe('default')
  })

  it.each([
    ['mail.host', 'mail server'],
    ['mail.port', 1.5],
    ['mail.security', 'maybe'],
    ['mail.password', 'a b'],
    ['mail.from', 'a@b, c@d'],
    ['uploads.clamd', 'tcp://clamd:99999'],
    ['monitor.enabled', 'yes'],
    ['strapline.text', '<b>Water</b>'],
    ['calendar.default', 'nowhere'],
    ['budget.threadMemory', 1],
    ['session.idleSeconds', 5],
    ['privacyPolicy.linkName', 'x'.repeat(51)],
  ] as const)('of %s to %s are refused', async (key, value) => {
    expect((await change({ [key]: value })).error.code).toBe('setting.invalid')
  })

  it.each([
    [
      'mail.password',
      { 'mail.host': 'mail.example.org', 'mail.security': 'required' },
      { 'mail.host': 'evil.example' },
    ],
    ['mail.password', { 'mail.host': 'mail.example.org' }, { 'mail.port': 2525 }],
    ['mail.password', { 'mail.host': 'mail.example.org', 'mail.security': 'tls' }, { 'mail.security': 'none' }],
    ['captcha.secret', { 'captcha.verifyUrl': 'https://a.example/' }, { 'captcha.verifyUrl': 'https://b.example/' }],
  ] as const)('send %s nowhere that it was not entered for', async (secret, place, elsewhere) => {
    expect((await change({ ...place, [secret]: 'entered-for-a' })).status).toBe(200)
    const { status, error } = await change(elsewhere)
    expect([status, error.code]).toEqual([422, 'setting.invalid'])
    expect(error.details).toEqual([expect.objectContaining({ where: secret })])
    // Nor by way of no address.
    expect((await change(Object.fromEntries(Object.keys(place).map((key) => [key, null])))).status).toBe(200)
    const address = secret === 'mail.password' ? { 'mail.host': 'evil.example' } : elsewhere
    expect((await change(address)).error.details).toEqual([expect.objectContaining({ where: secret })])
    expect((await change({ ...address, [secret]: 'entered-for-b' })).status).toBe(200)
    expect((await change({ ...place, [secret]: null })).status).toBe(200)
  })

  it('keep a password where the mail server only encrypts more', async () => {
    await change({ 'mail.host': 'mail.example.org', 'mail.password': 'entered-for-a' })
    expect((await change({ 'mail.security': 'required', 'mail.username': 'jo' })).status).toBe(200)
    expect((await change({ 'mail.security': 'tls' })).status).toBe(200)
  })

  it('give a server no more connections than PostgreSQL has, nor memory that no thread can have', async () => {
    const { rows } = await admin.query(`select current_setting('max_connections')::int as most`)
    const { error } = await change({ 'budget.connections': Math.min(1000, rows[0].most + 1) })
    expect(error.details).toEqual([expect.objectContaining({ where: 'budget.connections' })])
    for (const key of ['budget.connections', 'budget.threadMemory'] as const)
      expect((await change({ [key]: Number.MAX_SAFE_INTEGER })).error.code).toBe('setting.invalid')
  })

  it('are refused when auto save would outlast the session', async () => {
    expect((await change({ 'autoSave.seconds': 600 })).status).toBe(200)
    const { error } = await change({ 'session.idleSeconds': 300 })
    expect(error.details).toEqual([expect.objectContaining({ where: 'autoSave.seconds' })])
    expect((await change({ 'session.idleSeconds': 300, 'autoSave.seconds': 290 })).status).toBe(200)
  })

  it('reach the user who follows them although another one who does fails', async () => {
    const seen: unknown[] = []
    const ends = [
      other.settings.follow(() => {
        throw new Error('broken')
      }),
      other.settings.follow((next) => seen.push(next['jobs.lanes'])),
    ]
    for (const lanes of [9, 10]) {
      await change({ 'jobs.lanes': lanes })
      await expect.poll(() => seen.at(-1)).toBe(lanes)
    }
    for (const end of ends) end()
  })

  it('of the installation belong to administrators of the default workplace', async () => {
    const north = await createWorkplace(db)
    const admins = await signIn({ roles: ['RoleAdmin'], workplaceId: north })
    const { body } = await admins.call(settingCalls.list)
    expect(body.settings.filter(({ scope }) => scope === 'installation')).toEqual([])
    const changes = [{ key: 'maintenance.enabled', value: true, revision: 0 }]
    expect((await admins.call(settingCalls.change, { body: { changes } })).error.code).toBe('setting.unknown')
    const own = [{ key: 'strapline.text', value: 'North', revision: 0 }]
    expect((await admins.call(settingCalls.change, { body: { changes: own } })).status).toBe(200)
    expect((await rowOf('strapline.text')).value).toBe('')
  })

  it('of two administrators at once: the second learns who has changed what, and nothing of theirs is saved', async () => {
    const second = await signIn({ roles: ['RoleAdmin'], firstName: 'Mikkel', lastName: 'Holm' })
    const stale = [
      { key: 'strapline.text', value: 'Second', revision: 0 },
      { key: 'banner.text', value: 'Second', revision: 0 },
    ]
    await change({ 'strapline.text': 'First' }, second)
    const { status, error } = await root.call(settingCalls.change, { body: { changes: stale } })
    expect([status, error.code]).toEqual([409, 'thing.changed'])
    expect(error.details).toContainEqual({ where: 'strapline.text', message: 'Changed by Mikkel Holm.' })
    expect((await rowOf('banner.text')).origin).toBe('default')
    const bannerOf = (value: string) => ({ changes: [{ key: 'banner.text', value, revision: 0 }] })
    const both = await Promise.all([
      root.call(settingCalls.change, { body: bannerOf('One') }),
      second.call(settingCalls.change, { body: bannerOf('Two') }),
    ])
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
  })

  it('never show a secret again, and the audit has none', async () => {
    const { body } = await change({ 'mail.password': 'correct-horse', 'captcha.secret': 'battery-staple' })
    expect(body.settings.filter(({ kind }) => kind === 'secret')).toMatchObject([
      { key: 'mail.password', value: null, isSet: true, origin: 'here' },
      { key: 'sso.clientSecret', value: null, isSet: false, origin: 'default' },
      { key: 'captcha.secret', value: null, isSet: true, origin: 'here' },
      { key: 'alerts.webhookSecret', value: null, isSet: false, origin: 'default' },
    ])
    const { rows } = await admin.query(
      'select s.value::text, e.after::text from setting s join audit_entry e on e.key = s.key',
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify([body, rows])).not.toMatch(/correct-horse|battery-staple/)
    const entries = await admin.query(
      `select after from audit_entry where key = 'mail.password' order by revision desc limit 1`,
    )
    expect(entries.rows[0].after.value).toEqual({ hidden: true })
  })

  it('are refused where the environment fixes a setting, and the page says which variable', async () => {
    const fixed = await createTestApp({ fixed: { 'mail.host': 'mail.example.org' } })
    const chief = await fixed.signIn({ roles: ['RoleAdmin'] })
    const { body } = await chief.call(settingCalls.list)
    expect(body.settings.find(({ key }) => key === 'mail.host')).toMatchObject({
      ...{ origin: 'environment', environment: 'MILLRACE_SMTP_URL', value: 'mail.example.org' },
    })
    const changes = [{ key: 'mail.host', value: 'other', revision: 0 }]
    const elsewhere = await createWorkplace(fixed.db)
    const theirs = await fixed.signIn({ roles: ['RoleAdmin'], workplaceId: elsewhere })
    // Nobody else is told what the environment fixes.
    for (const key of ['mail.host', 'mail.port'])
      expect(
        (await theirs.call(settingCalls.change, { body: { changes: [{ key, value: 'other', revision: 0 }] } })).error,
      ).toMatchObject({ code: 'setting.unknown', message: expect.stringContaining(key) })
    expect((await chief.call(settingCalls.change, { body: { changes } })).error.code).toBe('setting.fixed')
  })

  it('end a maintenance again: administrators change settings in it, and sign in', async () => {
    const chief = { roles: ['RoleAdmin', 'RoleFullAPI'] as const }
    const theirs = await signIn({ ...chief, workplaceId: await createWorkplace(db) })
    const tokenOf = async (client: typeof root) =>
      (await client.call(accountCalls.createToken, { body: { name: 'tool', scopes: ['work'] } })).body.token
    const [theirToken, ownToken] = [await tokenOf(theirs), await tokenOf(await signIn(chief))]
    await change({ 'maintenance.enabled': true, 'maintenance.text': 'Back soon.' })
    const user = await signIn({ roles: ['RoleUser'], password: 'the right password' })
    const refused = await user.call(api.notices.markAll, { body: { until: clock().toISOString() } })
    expect([refused.status, refused.error.code]).toEqual([503, 'server.maintenance'])
    expect(refused.error.message).toContain('Back soon.')
    expect((await user.call(api.notices.list)).status).toBe(200)
    const again = await createTestClient(server.app).call(api.auth.login, {
      body: { username: user.user.username, password: 'the right password' },
    })
    expect(again.status).toBe(200)
    const rest = { method: 'POST', url: '/engine-rest/message', payload: { messageName: 'x' } } as const
    const authorization = `Basic ${Buffer.from(`${user.user.username}:the right password`).toString('base64')}`
    expect((await server.app.inject({ ...rest, headers: { authorization } })).statusCode).toBe(503)
    // What only reads goes on, whatever its method: rights decide, as always.
    const query = { ...rest, url: '/engine-rest/task', payload: {} }
    expect((await server.app.inject({ ...query, headers: { authorization } })).statusCode).toBe(403)
    const own = [{ key: 'strapline.text', value: 'North', revision: 0 }]
    expect((await theirs.call(settingCalls.change, { body: { changes: own } })).error.code).toBe('server.maintenance')
    const byRest = (token: string) =>
      server.app.inject({ ...rest, headers: { authorization: `Bearer ${token}` } }).then(({ statusCode }) => statusCode)
    expect(await byRest(theirToken)).toBe(503)
    // Of the default workplace: nobody waits for the message.
    expect(await byRest(ownToken)).toBe(400)
    const designer = await signIn({ roles: ['RoleDesign'] })
    expect((await designer.call(api.emailTemplates.preview, { body: { subject: 'x', html: '<p>x</p>' } })).status).toBe(
      200,
    )
    expect((await change({ 'maintenance.enabled': false })).status).toBe(200)
    expect((await user.call(api.notices.markAll, { body: { until: clock().toISOString() } })).status).toBe(204)
  })

  it('have a mail sent to somebody of the workplace only', async () => {
    const to = async (address: string) => root.call(settingCalls.sendTest, { body: { to: address } })
    expect((await to('stranger@example.com')).error.code).toBe('template.recipient-unknown')
    expect((await to('root@example.org')).body).toMatchObject({ to: 'root@example.org', state: 'waiting' })
  })
})
