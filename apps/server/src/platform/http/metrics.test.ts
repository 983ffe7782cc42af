import { createTestApp } from '@millrace/server/testing'
import { expect, it } from 'vitest'

const token = 'a token of a scraper'.replaceAll(' ', '-')
const { app, admin, workplaceId, clock, signIn } = await createTestApp({ metricsToken: token })
const get = (authorization?: string) =>
  app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

it('answers nobody without the token, administrators neither', async () => {
  expect((await get()).statusCode).toBe(401)
  expect((await get('Bearer another-token-as-long')).statusCode).toBe(401)
  const root = await signIn({ roles: ['RoleAdmin'] })
  expect((await root.send({ url: '/metrics' })).status).toBe(401)
})

it('shows figures in the format of Prometheus', async () => {
  const created = new Date(clock().getTime() - 90_000).toISOString()
  await admin.query(
    `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
      select $1, gen_random_uuid(), gen_random_uuid(), 'x', 'mail', $2, 3, 0, false, false, $2 from generate_series(1, 3)`,
    [workplaceId, created],
  )
  await admin.query(
    `insert into incident_group (workplace_id, id, process_key, type, cause, message, open_count, first_at, last_at)
      select $1, gen_random_uuid(), '', type, '', '', count, now(), now() from (values ('failedJob', 3), ('failedJob', 4), ('ofAWorker', 2), ('failedStep', 0)) g (type, count)`,
    [workplaceId],
  )
  const { statusCode, headers, body } = await get(`Bearer ${token}`)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  for (const line of body.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) millrace_\w+ .+|millrace_\w+(?:\{\w+="[^"]*"\})? [0-9.e+-]+)$/)
  expect(body).toContain('millrace_info{version="1.2.3"} 1\n')
  expect(body).toContain('millrace_jobs_due{sort="mail"} 3\n')
  expect(body).toContain('millrace_jobs_lag_seconds{sort="mail"} 90')
  expect(body).toContain('millrace_jobs_due{sort="work"} 0\n')
  expect(body).toContain('millrace_incidents_open{type="failedJob"} 7\n')
  expect(body).toContain('millrace_incidents_open{type="other"} 2\n')
})

it('is not there when no token is configured', async () => {
  const without = await createTestApp()
  expect((await without.app.inject({ url: '/metrics' })).statusCode).toBe(404)
})
