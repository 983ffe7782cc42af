import { api, type ErrorCode, errors } from '@millrace/contract'
import { createTestApp, createUser, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

/**
 * Every call of the specification's list “Theme, about and init”, by its method and path as they stand there: what it
 * answers to whom, in which shape, and in which words it refuses.
 */
const {
  db,
  anonymous,
  signIn,
  admin: database,
  workplaceId,
} = await createTestApp({
  outgoing: {
    send: async ({ body }) => ({
      statusCode: 200,
      reason: null,
      protocol: 'HTTP/1.1',
      headers: {},
      body: JSON.stringify({ success: String(body).endsWith('response=solved') }),
    }),
  },
})
const user = await signIn()
const admin = await signIn({ roles: ['RoleAdmin', 'RoleUser'] })
/** Came by single sign-on, and may work in a second workplace. */
const guest = await signIn()
const north = await createUser(db, { workplaceId: await createWorkplace(db, { reference: 'north' }) })
await database.query(
  `insert into sso_identity (workplace_id, issuer, subject, user_id) values ($1, 'i', 's', $2), ($3, 'i', 's', $4)`,
  [workplaceId, guest.user.id, north.workplaceId, north.id],
)
await database.query(
  `insert into sso_session (workplace_id, session_id, issuer, subject, id_token, is_chosen)
    select workplace_id, id, 'i', 's', '', false from session where user_id = $1`,
  [guest.user.id],
)
const clients = { anonymous: anonymous(), user, admin, guest }
type Who = keyof typeof clients
type TestRequest = Parameters<TestClient['send']>[0]

await database.query(
  `insert into setting (workplace_id, key, value) values ($1, 'monitor.enabled', 'true'), ($1, 'monitor.url', '"https://monitor.example.org"'),
    ($1, 'privacyPolicy.enabled', 'true'), ($1, 'privacyPolicy.linkName', '"Privacy"'), ($1, 'privacyPolicy.linkUrl', '"https://example.org/privacy"'),
    ($1, 'captcha.verifyUrl', '"https://captcha.example/siteverify"'), ($1, 'captcha.secret', '"s"')`,
  [workplaceId],
)
const saved = await admin.call(api.themes.saveTheme, { body: { name: 'Works', code: 'works', variables: '{}' } })
const worksId = saved.body.data.id

interface Row {
  readonly who: Who
  readonly request: TestRequest | ((client: TestClient) => Promise<TestRequest>)
  readonly status: number
  /** A success's body, or a refusal's code with the beginning of its sentence. */
  readonly body?: unknown
  readonly refused?: readonly [ErrorCode, string]
}

const json = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object): TestRequest => ({
  method,
  url: `/api${path}`,
  ...(payload === undefined ? {} : { payload }),
})

/** Theme data as the form of a browser. */
async function form(parts: Record<string, string | Blob>): Promise<TestRequest> {
  const data = new FormData()
  for (const [name, value] of Object.entries(parts)) data.append(name, value)
  const encoded = new Response(data)
  return {
    method: 'POST',
    url: '/api/admin/themes-api',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

const themeData = {
  productName: 'Millrace',
  logo: null,
  favicon: null,
  themeCode: 'theme-default',
  menuOnTop: false,
  fixedFooter: false,
}
const theme = (name: string, code: string, more: object = {}) =>
  json('POST', '/admin/themes-api/user-defined-theme/save', { name, code, variables: '{}', ...more })
const nobody = ['session.missing', 'Expected a signed-in user'] as const
const noAdmin = ['right.missing', 'Expected the role RoleAdmin'] as const

const rows: readonly Row[] = [
  { who: 'anonymous', request: json('GET', '/admin/themes-api'), status: 401, refused: nobody },
  { who: 'user', request: json('GET', '/admin/themes-api'), status: 200, body: themeData },

  { who: 'anonymous', request: () => form({ menuOnTop: 'true' }), status: 401, refused: nobody },
  { who: 'user', request: () => form({ menuOnTop: 'true' }), status: 403, refused: noAdmin },
  {
    who: 'admin',
    request: () => form({ productName: 'Flow', menuOnTop: 'true', fixedFooter: 'true', themeCode: 'works' }),
    status: 200,
    body: { ...themeData, productName: 'Flow', menuOnTop: true, fixedFooter: true, themeCode: 'works' },
  },
  {
    who: 'admin',
    request: () => form({ themeCode: 'nowhere' }),
    status: 422,
    refused: ['theme.unknown', 'Expected the code of a theme, but there is no theme “nowhere”.'],
  },
  {
    who: 'admin',
    request: () => form({ menuOnTop: 'perhaps' }),
    status: 400,
    refused: ['request.invalid', 'Expected valid theme data, but menuOnTop is not: Expected true or false.'],
  },
  {
    who: 'admin',
    request: () => form({ logo: new Blob(['no picture'], { type: 'image/png' }) }),
    status: 422,
    refused: ['file.refused', 'Expected a picture of type jpeg, jpg, png, svg or bmp as logo'],
  },
  {
    who: 'admin',
    request: () => form({ favicon: new Blob([new Uint8Array(512_001)]) }),
    status: 413,
    refused: ['request.too-large', 'Expected a smaller file'],
  },

  { who: 'anonymous', request: json('POST', '/admin/themes-api/remove-logo'), status: 401, refused: nobody },
  { who: 'user', request: json('POST', '/admin/themes-api/remove-logo'), status: 403, refused: noAdmin },
  {
    who: 'admin',
    request: json('POST', '/admin/themes-api/remove-logo'),
    status: 200,
    body: expect.objectContaining({ logo: null }),
  },
  { who: 'anonymous', request: json('POST', '/admin/themes-api/remove-favicon'), status: 401, refused: nobody },
  { who: 'user', request: json('POST', '/admin/themes-api/remove-favicon'), status: 403, refused: noAdmin },
  {
    who: 'admin',
    request: json('POST', '/admin/themes-api/remove-favicon'),
    status: 200,
    body: expect.objectContaining({ favicon: null }),
  },

  { who: 'anonymous', request: json('GET', '/admin/themes-api/user-defined-theme/all'), status: 401, refused: nobody },
  {
    who: 'user',
    request: json('GET', '/admin/themes-api/user-defined-theme/all'),
    status: 200,
    body: {
      error: false,
      message: null,
      data: [{ id: worksId, code: 'works', name: 'Works', variables: '{}', usedBy: 0 }],
    },
  },
  { who: 'anonymous', request: theme('Mine', 'mine'), status: 401, refused: nobody },
  { who: 'user', request: theme('Mine', 'mine'), status: 403, refused: noAdmin },
  {
    who: 'admin',
    request: theme('Nordic', 'nordic', { variables: '{"radius":10}' }),
    status: 200,
    body: {
      error: false,
      message: 'Theme saved successfully',
      data: { id: expect.any(String), code: 'nordic', name: 'Nordic', variables: '{"radius":10}', usedBy: 0 },
    },
  },
  {
    who: 'admin',
    request: theme('Works', 'other'),
    status: 409,
    refused: ['thing.name-taken', 'Theme cannot be created as theme name already exists'],
  },
  {
    who: 'admin',
    request: theme('Default', 'other'),
    status: 409,
    refused: ['thing.name-taken', 'Theme cannot be created as theme name already exists'],
  },
  {
    who: 'admin',
    request: theme('Other', 'works'),
    status: 409,
    refused: ['thing.key-taken', 'Theme code should be unique'],
  },
  {
    who: 'admin',
    request: theme('Other', 'theme-default'),
    status: 409,
    refused: ['thing.key-taken', 'Theme code should be unique'],
  },
  {
    who: 'admin',
    request: theme('<b>', 'other'),
    status: 400,
    refused: ['request.invalid', 'Expected a valid body, but name is not: Expected letters, digits'],
  },
  {
    who: 'admin',
    request: theme('x'.repeat(256), 'other'),
    status: 400,
    refused: ['request.invalid', 'Expected a valid body, but name is not: Expected at most 255 characters.'],
  },
  {
    who: 'admin',
    request: theme('Other', 'other', { variables: '{"script":"x"}' }),
    status: 422,
    refused: [
      'theme.invalid',
      'Expected variables that a theme can set, but variables is not: Expected only known fields, but there is script.',
    ],
  },
  {
    who: 'admin',
    request: theme('Other', 'other', { id: 'gone' }),
    status: 404,
    refused: ['thing.not-found', 'Expected a theme of this workplace'],
  },
  {
    who: 'anonymous',
    request: json('DELETE', `/admin/themes-api/user-defined-theme/${worksId}`),
    status: 401,
    refused: nobody,
  },
  {
    who: 'user',
    request: json('DELETE', `/admin/themes-api/user-defined-theme/${worksId}`),
    status: 403,
    refused: noAdmin,
  },
  {
    who: 'admin',
    request: json('DELETE', '/admin/themes-api/user-defined-theme/theme-default'),
    status: 404,
    refused: ['thing.not-found', 'Expected a theme of this workplace'],
  },
  {
    who: 'admin',
    request: json('DELETE', `/admin/themes-api/user-defined-theme/${worksId}`),
    status: 200,
    body: { error: false, message: 'Theme deleted successfully', data: null },
  },

  { who: 'anonymous', request: json('GET', '/about'), status: 401, refused: nobody },
  {
    who: 'user',
    request: json('GET', '/about'),
    status: 200,
    body: {
      userName: user.user.username,
      firstName: 'Ada',
      lastName: 'Example',
      userRole: 'RoleUser',
      modellerVersion: 'bpmn-js 18',
      licenseKey: null,
      appsAllowed: null,
      expiryDate: null,
    },
  },
  {
    who: 'anonymous',
    request: json('GET', '/actuator/info'),
    status: 200,
    body: {
      build: { name: 'Millrace', version: '1.2.3', number: '0123456' },
      git: { commit: { id: '0123456789abcdef0123456789abcdef01234567' } },
    },
  },
  {
    who: 'anonymous',
    request: json('GET', '/about/theme-details?workplace=north'),
    status: 200,
    body: { productName: 'Millrace', logo: null, favicon: null, strapline: null },
  },
  {
    who: 'anonymous',
    request: json('GET', '/about/theme-details'),
    status: 200,
    body: { productName: 'Flow', logo: null, favicon: null, strapline: null },
  },
  {
    who: 'anonymous',
    request: json('GET', '/usersgroups/usersAPI/defaultWorkplace'),
    status: 401,
    refused: nobody,
  },
  {
    who: 'user',
    request: json('GET', '/usersgroups/usersAPI/defaultWorkplace'),
    status: 200,
    body: { DEFAULT_WORKPLACE: 'default' },
  },
  { who: 'anonymous', request: json('GET', '/usersgroups/usersAPI/userInfo'), status: 401, refused: nobody },
  {
    who: 'user',
    request: json('GET', '/usersgroups/usersAPI/userInfo'),
    status: 200,
    body: { username: user.user.username, preferredUsername: user.user.username },
  },
  { who: 'anonymous', request: json('GET', '/usersgroups/usersAPI/init'), status: 401, refused: nobody },
  {
    who: 'user',
    request: json('GET', '/usersgroups/usersAPI/init'),
    status: 200,
    body: {
      ROLES: ['RoleUser'],
      OPENS: {},
      MONITOR_ENABLED: true,
      MONITOR_URL: 'https://monitor.example.org',
      ENABLE_PRIVACY_POLICY: true,
      PRIVACY_POLICY_LINK_NAME: 'Privacy',
      PRIVACY_POLICY_LINK_URL: 'https://example.org/privacy',
      HELP_URL: '/help',
      TOKEN_REFRESH_MINUTES: 4,
      USER_INFO: { username: user.user.username, id: expect.any(String) },
      BANNERS: [],
    },
  },
  {
    who: 'anonymous',
    request: json('POST', '/usersgroups/usersAPI/updateTenant?selectedWrf=default'),
    status: 401,
    refused: nobody,
  },
  {
    who: 'user',
    request: json('POST', '/usersgroups/usersAPI/updateTenant?selectedWrf=north'),
    status: 403,
    refused: ['workplace.fixed', 'Expected '],
  },
  {
    who: 'user',
    request: json('POST', '/usersgroups/usersAPI/updateTenant'),
    status: 400,
    refused: ['request.invalid', 'Expected a valid query, but selectedWrf is not'],
  },
  {
    who: 'guest',
    request: json('POST', '/usersgroups/usersAPI/updateTenant?selectedWrf=south'),
    status: 404,
    refused: ['thing.not-found', 'Expected one of your workplaces'],
  },
  {
    who: 'guest',
    request: json('POST', '/usersgroups/usersAPI/updateTenant?selectedWrf=north'),
    status: 200,
    body: { selectedWorkplace: 'north', accessSeconds: 300, sessionSeconds: 1500 },
  },
  {
    who: 'guest',
    request: json('GET', '/usersgroups/usersAPI/tenantIdentifier'),
    status: 200,
    body: { tenantIdentifier: 'north' },
  },
  {
    who: 'guest',
    request: json('GET', '/usersgroups/usersAPI/workplaces'),
    status: 200,
    body: { workplaces: 'default,north', selectedWorkplace: 'north', selectedName: 'north', advancedSso: true },
  },
  { who: 'anonymous', request: json('GET', '/usersgroups/usersAPI/tenantIdentifier'), status: 401, refused: nobody },
  {
    who: 'user',
    request: json('GET', '/usersgroups/usersAPI/tenantIdentifier'),
    status: 200,
    body: { tenantIdentifier: 'default' },
  },
  {
    who: 'anonymous',
    request: json('GET', '/usersgroups/usersAPI/redirectToSecure'),
    status: 200,
    body: { location: '/login', advancedSso: false },
  },
  {
    who: 'anonymous',
    request: json('GET', '/usersgroups/usersAPI/redirectToSecure?returnUrl=/tasks/assigned'),
    status: 200,
    body: { location: '/login?returnUrl=%2Ftasks%2Fassigned', advancedSso: false },
  },
  {
    who: 'anonymous',
    request: json('GET', '/usersgroups/usersAPI/redirectToSecure?returnUrl=//evil.example'),
    status: 200,
    body: { location: '/login', advancedSso: false },
  },
  ...['docs', 'index', 'docs-office', 'index-office'].flatMap((name): Row[] => [
    { who: 'anonymous', request: json('GET', `/data/${name}.json`), status: 401, refused: nobody },
    {
      who: 'user',
      request: json('GET', `/data/${name}.json`),
      status: 200,
      body: expect.objectContaining({ set: name.endsWith('office') ? 'bi' : 'tabler' }),
    },
  ]),
  {
    who: 'anonymous',
    request: json('GET', '/tokenrefresh'),
    status: 401,
    refused: ['session.missing', 'Expected '],
  },
  {
    who: 'user',
    request: json('GET', '/tokenrefresh'),
    status: 200,
    body: { accessSeconds: 300, sessionSeconds: 1500 },
  },
  { who: 'anonymous', request: json('GET', '/users/session-timeout'), status: 401, refused: nobody },
  { who: 'user', request: json('GET', '/users/session-timeout'), status: 200, body: 1500 },
  { who: 'anonymous', request: json('GET', '/categories'), status: 401, refused: nobody },
  { who: 'user', request: json('GET', '/categories'), status: 200, body: expect.any(Array) },
  { who: 'anonymous', request: json('GET', '/categories-menu'), status: 401, refused: nobody },
  {
    who: 'user',
    request: json('GET', '/categories-menu'),
    status: 200,
    body: expect.objectContaining({ name: 'Home', children: [] }),
  },
  {
    who: 'anonymous',
    request: json('GET', '/processEngine/customViewAPI/getCustomViewsList'),
    status: 401,
    refused: nobody,
  },
  {
    who: 'user',
    request: json('GET', '/processEngine/customViewAPI/getCustomViewsList'),
    status: 200,
    body: { processTypeList: [], taskTypeList: [] },
  },
  {
    who: 'anonymous',
    request: json('POST', '/standalone/external/verifyCaptcha', { response: 'solved' }),
    status: 200,
    body: { success: true },
  },
  {
    who: 'anonymous',
    request: json('POST', '/standalone/external/verifyCaptcha', { response: 'not solved' }),
    status: 422,
    refused: ['captcha.refused', 'Expected a captcha that was solved'],
  },
  {
    who: 'anonymous',
    request: json('POST', '/standalone/external/verifyCaptcha', {}),
    status: 400,
    refused: ['request.invalid', 'Expected a valid body, but response is not'],
  },
  ...['task', 'process'].flatMap((kind): Row[] => [
    {
      who: 'anonymous',
      request: json('GET', `/standalone/external/checkSecure/${kind}/7`),
      status: 200,
      body: { standaloneForm: 'true', secureForm: 'true' },
    },
    {
      who: 'user',
      request: json('GET', `/standalone/external/checkSecure/${kind}/7`),
      status: 200,
      body: { standaloneForm: 'false', secureForm: 'true' },
    },
    {
      who: 'user',
      request: json('GET', `/standalone/external/checkSecure/${kind}/${'7'.repeat(300)}`),
      status: 400,
      refused: ['request.invalid', 'Expected a valid path'],
    },
  ]),
  { who: 'anonymous', request: json('GET', '/profiles'), status: 401, refused: nobody },
  {
    who: 'user',
    request: json('GET', '/profiles'),
    status: 200,
    body: expect.objectContaining({ customer_reference: null, organisation_reference: null, themeCode: null }),
  },
  {
    who: 'user',
    request: json('POST', '/profiles', { themeCode: 'nowhere' }),
    status: 422,
    refused: ['theme.unknown', 'Expected the code of a theme'],
  },
  // Last: it ends the session.
  { who: 'user', request: json('POST', '/logout/unAuthorized'), status: 200, body: { location: '/login' } },
]

/** The specification's list, in its order, and whether there is a way to make the call that is refused. */
const listed: readonly (readonly [call: string, isRefusable: boolean])[] = [
  ['GET /admin/themes-api', true],
  ['POST /admin/themes-api', true],
  ['POST /admin/themes-api/remove-logo', true],
  ['POST /admin/themes-api/remove-favicon', true],
  ['GET /admin/themes-api/user-defined-theme/all', true],
  ['POST /admin/themes-api/user-defined-theme/save', true],
  ['DELETE /admin/themes-api/user-defined-theme/{id}', true],
  ['GET /about', true],
  ['GET /actuator/info', false],
  ['GET /about/theme-details', false],
  ['GET /usersgroups/usersAPI/defaultWorkplace', true],
  ['GET /usersgroups/usersAPI/userInfo', true],
  ['GET /usersgroups/usersAPI/init', true],
  ['POST /usersgroups/usersAPI/updateTenant', true],
  ['GET /usersgroups/usersAPI/tenantIdentifier', true],
  ['GET /usersgroups/usersAPI/redirectToSecure', false],
  ['GET /data/docs.json', true],
  ['GET /data/index.json', true],
  ['GET /data/docs-office.json', true],
  ['GET /data/index-office.json', true],
  ['GET /tokenrefresh', true],
  ['POST /logout/unAuthorized', false],
  ['GET /users/session-timeout', true],
  ['GET /categories', true],
  ['GET /categories-menu', true],
  ['GET /processEngine/customViewAPI/getCustomViewsList', true],
  ['POST /standalone/external/verifyCaptcha', true],
  ['GET /standalone/external/checkSecure/task/{taskId}', true],
  ['GET /standalone/external/checkSecure/process/{definitionId}', true],
]

describe('the calls of theme, about and init', () => {
  it.each(listed)('%s is in the table', async (call, isRefusable) => {
    const address = new RegExp(`^${RegExp.escape(call).replaceAll(/\\\{\w+\\\}/g, '[^/]+')}(\\?.*)?$`)
    const found: Row[] = []
    for (const row of rows) {
      const { method, url } = typeof row.request === 'function' ? await row.request(clients[row.who]) : row.request
      if (address.test(`${method} ${url.slice('/api'.length)}`)) found.push(row)
    }
    expect(found.some(({ status }) => status === 200)).toBe(true)
    expect(found.some(({ refused }) => refused !== undefined)).toBe(isRefusable)
  })

  it.each(rows.map((row, place) => ({ row, title: titleOf(row, place) })))('$title', async ({ row }) => {
    const client = clients[row.who]
    const request = typeof row.request === 'function' ? await row.request(client) : row.request
    const { status, body, error } = await client.send(request)
    expect(status).toBe(row.status)
    if (row.refused === undefined) {
      expect(body).toEqual(row.body)
      return
    }
    const [code, sentence] = row.refused
    expect([error.code, error.message.slice(0, sentence.length)]).toEqual([code, sentence])
    expect([errors[code].status, typeof error.requestId]).toEqual([status, 'string'])
    // The calls of user-defined themes say so in the body as well.
    if (request.url.includes('user-defined-theme')) expect(body).toMatchObject({ error: true, data: null })
  })

  it('want the CSRF token wherever something changes', async () => {
    const { cookies } = await signIn({ roles: ['RoleAdmin'] })
    const changes = ['/admin/themes-api/remove-logo', '/admin/themes-api/user-defined-theme/save', '/profiles']
    for (const path of changes) {
      const { status, error } = await anonymous().send({
        ...json('POST', path, {}),
        cookies: Object.fromEntries(cookies),
        headers: { 'x-xsrf-token': 'another' },
      })
      expect([path, status, error.code]).toEqual([path, 403, 'session.csrf'])
    }
  })
})

function titleOf({ who, request, status }: Row, place: number): string {
  const call = typeof request === 'function' ? 'POST /api/admin/themes-api' : `${request.method} ${request.url}`
  return `${place + 1}. ${call.slice(0, 70)} by ${who} answers ${status}`
}
