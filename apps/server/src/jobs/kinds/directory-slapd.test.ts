import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { authCalls, directoryCalls as calls, type DirectoryRun, userAccountCalls, userCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { createDirectoryClient } from '../../platform/directory/directory-client.ts'
import { ldapCertificate, ldapKey } from '../../platform/directory/testing/ldap-certificate.ts'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { findFreePort } from '../../platform/postgres/start-postgres.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

/** Debian's `slapd`, which these tests are skipped without. */
const hasSlapd = existsSync('/usr/sbin/slapd') && existsSync('/etc/ldap/schema/inetorgperson.schema')

const people = Array.from({ length: 1_200 }, (_, index) => `user${index}`)

const content = `dn: dc=example,dc=org
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ou=people,dc=example,dc=org
objectClass: organizationalUnit
ou: people

dn: ou=groups,dc=example,dc=org
objectClass: organizationalUnit
ou: groups

dn: cn=reader,dc=example,dc=org
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: read
${people
  .map(
    (name, index) => `
dn: uid=${name},ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: ${name}
cn: ${name}
givenName: Given
sn: ${name}
mail: ${name}@example.org
userPassword: secret of ${name}
${index > 0 ? 'manager: uid=user0, ou=People, dc=example, dc=org' : 'title: boss'}`,
  )
  .join('\n')}

dn: cn=Inner (one),ou=groups,dc=example,dc=org
objectClass: groupOfNames
cn: Inner (one)
member: uid=user1,ou=people,dc=example,dc=org

dn: cn=Outer,ou=groups,dc=example,dc=org
objectClass: groupOfNames
cn: Outer
member: cn=Inner (one),ou=groups,dc=example,dc=org
member: uid=user2,ou=people,dc=example,dc=org
`

const folder = mkdtempSync(join(tmpdir(), 'slapd-'))
const conf = join(folder, 'slapd.conf')

async function startSlapd(): Promise<number> {
  const path = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  writeFileSync(
    conf,
    `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${join(folder, 'pid')}
TLSCertificateFile ${path('cert.pem', ldapCertificate)}
TLSCertificateKeyFile ${path('key.pem', ldapKey)}
sizelimit size.soft=500 size.hard=500 size.pr=500 size.prtotal=unlimited
database mdb
suffix dc=example,dc=org
rootdn cn=admin,dc=example,dc=org
rootpw admin
directory ${folder}
maxsize 104857600
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact=cn=reader,dc=example,dc=org read by * none
`,
  )
  execFileSync('/usr/sbin/slapadd', ['-q', '-f', conf], { input: content, stdio: ['pipe', 'ignore', 'pipe'] })
  const port = await findFreePort()
  const server = spawn('/usr/sbin/slapd', ['-f', conf, '-h', `ldap://127.0.0.1:${port}`, '-d', '0'], {
    stdio: 'ignore',
  })
  afterAll(() => {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  await untilTrue(
    () => spawnSync('ldapwhoami', ['-x', '-H', `ldap://127.0.0.1:${port}`], { stdio: 'ignore' }).status === 0,
  )
  return port
}

/** A server that was just started answers after a while. */
async function untilTrue(isTrue: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (isTrue()) return
    await setTimeout(50)
  }
  throw new Error('Expected the server to answer, but it did not.')
}

describe.skipIf(!hasSlapd)('with slapd', async () => {
  if (!hasSlapd) return
  const port = await startSlapd()
  const allowed = readAllowedAddresses('127.0.0.0/8') ?? { allows: () => false }
  const { anonymous, signIn, db, clock, runtime } = await createTestApp({
    directories: createDirectoryClient({ allowed }),
  })
  const keeper = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'] })
  const settings = {
    ...{ name: 'slapd', addresses: `localhost:${port}`, security: 'startTls', certificate: ldapCertificate },
    ...{ bindDn: 'cn=reader,dc=example,dc=org', password: 'read', baseDn: 'ou=people,dc=example,dc=org' },
    ...{ groupRule: 'create', groupBaseDn: 'ou=groups,dc=example,dc=org' },
  } as const
  const { id } = (await keeper.call(calls.create, { body: settings })).body
  const run = async (): Promise<DirectoryRun> => {
    const { body } = await keeper.call(calls.startRun, { params: { id }, body: {} })
    for (let turn = 0; turn < 100; turn++) {
      const jobs = (await claimAll(db, clock())).filter(({ kind }) => kind === 'directory')
      if (jobs.length === 0) break
      for (const job of jobs) await runClaimedJob({ runtime, services: {} as Services }, job)
    }
    return (await keeper.call(calls.rows, { params: { id, runId: body.id } })).body.run
  }
  const account = async (username: string) => {
    const { items } = (await keeper.call(userCalls.list, { query: { username } })).body
    const found = items.find((one) => one.username === username)
    return found === undefined ? null : (await keeper.call(userAccountCalls.get, { params: found })).body
  }
  const logIn = (username: string, password: string) =>
    anonymous().call(authCalls.login, { body: { username, password } })
  const ldap = (tool: string, ...args: string[]) =>
    execFileSync(
      tool,
      ['-x', '-H', `ldap://127.0.0.1:${port}`, '-D', 'cn=admin,dc=example,dc=org', '-w', 'admin', ...args],
      {
        stdio: 'ignore',
      },
    )

  it('is tested, and reads every page by StartTLS', async () => {
    const { body } = await keeper.call(calls.test, { params: { id } })
    expect(body).toMatchObject({ fault: null, hasMore: true, groups: ['Inner (one)', 'Outer'] })
    expect(body.examples).toHaveLength(20)
    expect(await run()).toMatchObject({ state: 'done', found: 1_200, counts: { new: 1_202, refused: 0 } })
    expect(await account('user1')).toMatchObject({
      ...{ lastName: 'user1', email: 'user1@example.org', manager: { username: 'user0' } },
      groups: [{ key: 'Inner-one' }, { key: 'Outer' }],
    })
    expect((await run()).counts).toMatchObject({ new: 0, changed: 0, same: 1_200 })
  })

  it('signs users in by a bind, also after their entry was moved', async () => {
    expect((await logIn('user7', 'secret of user7')).status).toBe(200)
    expect((await logIn('user7', 'secret of user8')).error.code).toBe('session.credentials')
    ldap('ldapmodrdn', '-r', 'uid=user7,ou=people,dc=example,dc=org', 'uid=renamed')
    expect((await logIn('user7', 'secret of user7')).status).toBe(200)
  })

  it('disables who no longer exists, and nobody when the filter is wrong', async () => {
    ldap('ldapdelete', 'uid=user9,ou=people,dc=example,dc=org')
    expect((await logIn('user9', 'secret of user9')).error.code).toBe('session.credentials')
    expect((await run()).counts).toMatchObject({ disabled: 1, same: 1_199 })
    expect((await account('user9'))?.disabled).not.toBeNull()
    const body = { ...settings, password: null, userFilter: '(uid=user1)' }
    await keeper.call(calls.save, { params: { id }, body })
    expect(await run()).toMatchObject({ state: 'waiting', leavers: 1_198, counts: { disabled: 0 } })
  })

  it('says what is wrong with the connection', async () => {
    const fault = async (more: object) => {
      await keeper.call(calls.save, { params: { id }, body: { ...settings, ...more } })
      return (await keeper.call(calls.test, { params: { id } })).body.fault
    }
    expect(await fault({ password: 'wrong' })).toContain('rejects its name or password')
    expect(await fault({ certificate: '' })).toContain('certificate of localhost that can be verified')
    expect(await fault({ baseDn: 'ou=nowhere,dc=example,dc=org' })).toContain('the base DN does not exist')
    expect(await fault({ bindDn: '' })).toContain('the base DN does not exist')
  })
})
