import { expect, it } from 'vitest'
import { isSecret, isSecretValue } from './find-secrets.ts'
import { readImport } from './read-import.ts'

const read = (root: object) => {
  const result = readImport(root)
  if (!result.ok) throw new Error(result.fault)
  return result.requests
}
const postman = (request: object, name = 'Send') =>
  read({ info: { name: 'Shop' }, item: [{ name, request: { method: 'POST', url: { path: ['orders'] }, ...request } }] })

it('secrets of a Postman collection are not imported', () => {
  const secrets = ['s3cr', 'hunter2', 'sk-1', 'abc123', 'T0AB12CD34EF56GH78IJ90KL', 'pa55', '4711', 'eyJx.eyJy.zz']
  const imported = postman({
    url: {
      path: ['hooks', 'T0AB12CD34EF56GH78IJ90KL', ':id'],
      query: [
        { key: 'api_key', value: 's3cr' },
        { key: 'callback', value: 'https://user:pa55@shop.example.org/' },
        { key: 'token', value: '{{token}}' },
        { key: 'expand', value: 'lines' },
      ],
    },
    description: 'curl https://user:pa55@shop.example.org',
    header: [
      { key: 'X-Api-Key', value: 's3cr' },
      { key: 'X-Auth-Token', value: 'hunter2' },
      { key: 'Set-Cookie', value: 'sid=abc123' },
      { key: 'X-Forward', value: 'Bearer sk-1' },
      { key: 'Ocp-Apim-Subscription-Key', value: 'sk-1 {{part}}' },
      { key: 'X-Mine', value: 'Bearer {{token}}' },
      { key: 'X-Shop', value: 'north' },
    ],
    body: {
      mode: 'raw',
      raw: JSON.stringify({
        ...{ user: 'jo', password: 'hunter2', pin: 4711, tokens: ['abc123'], jwt: 'eyJx.eyJy.zz', isSecret: true },
        deep: [{ clientSecret: '{{clientSecret}}', secretKey: 's3cr' }],
      }),
    },
  })
  const [request] = imported
  for (const secret of secrets) expect(JSON.stringify(imported)).not.toContain(secret)
  expect(request?.description).toBe('')
  expect(request?.settings).toMatchObject({
    path: '/hooks/{pathPart2}/{id}',
    query: [
      { name: 'api_key', value: '{queryApiKey}' },
      { name: 'callback', value: '{queryCallback}' },
      { name: 'token', value: '{token}' },
      { name: 'expand', value: 'lines' },
    ],
    headers: [
      { name: 'X-Mine', value: 'Bearer {token}' },
      { name: 'X-Shop', value: 'north' },
    ],
  })
  expect(JSON.parse(request?.settings.body ?? '')).toEqual({
    ...{ user: 'jo', password: '{bodyPassword}', pin: '{bodyPin}', tokens: '{bodyTokens}', jwt: '{bodyJwt}' },
    ...{ isSecret: true, deep: [{ clientSecret: '{clientSecret}', secretKey: '{bodySecretKey}' }] },
  })
  expect(request?.notes).toContain(
    'The header “X-Api-Key” may contain a secret, and is left out. Enter it at the sign-in of the connection.',
  )
  expect(request?.notes).toContain(
    'The value of the query parameter “api_key” may be a secret, and is left out. It is a parameter of the adapter now.',
  )
})

it('the address in the name of a request is left out', () => {
  const [request] = postman({}, 'https://shop.example.org/orders?api_key=s3cr')
  expect(request).toMatchObject({ name: 'POST /orders', key: 'postOrders' })
})

it('examples, defaults and headers of the sign-in of an OpenAPI description are left out', () => {
  const schema = { type: 'string', default: 's3cr', example: 's3cr', enum: ['s3cr'] }
  const [request] = read({
    openapi: '3.0.0',
    info: {},
    servers: [{ url: 'https://user:s3cr@shop.example.org' }],
    paths: {
      '/orders': {
        post: {
          description: 'See https://user:s3cr@shop.example.org',
          parameters: [
            { name: 'X-Api-Key', in: 'header', schema, example: 's3cr', examples: { one: { value: 's3cr' } } },
            { name: 'Authorization', in: 'header', schema },
            { name: 'api_key', in: 'query', schema, example: 's3cr' },
          ],
          requestBody: {
            content: {
              'application/json': {
                example: { password: 's3cr' },
                schema: { type: 'object', properties: { password: schema }, example: { password: 's3cr' } },
              },
            },
          },
        },
      },
    },
  })
  expect(JSON.stringify(request)).not.toContain('s3cr')
  expect(request?.settings.headers).toEqual([{ name: 'X-Api-Key', value: '{XApiKey}' }])
})

it('plain names and values are no secrets', () => {
  for (const [name, value] of [
    ['X-Keyword', 'blue'],
    ['author', 'Jo Keller'],
    ['Accept-Language', 'en'],
    ['since', '2026-11-29T10:00:00.000Z'],
    ['media', 'application/vnd.github.v3+json'],
    ['mail', 'jo@example.org'],
    ['url', 'https://shop.example.org/@jo'],
    ['key', '{key}'],
    ['auth', 'Token {token}'],
  ] as const)
    expect(isSecret(name, value), name).toBe(false)
  expect(isSecretValue('https://{user}:{password}@shop.example.org')).toBe(false)
  const startedAt = process.threadCpuUsage().user / 1000
  expect(isSecretValue('://a{'.repeat(400_000))).toBe(false)
  expect(process.threadCpuUsage().user / 1000 - startedAt).toBeLessThan(2_000)
})
