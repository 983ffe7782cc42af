import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { authCalls, directoryCalls as calls, type DirectoryRun, userAccountCalls, userCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { createDirectoryClient } from '../../platform/directory/directory-client.ts'
import { ldapCertificate, ldapKey } from '../../platform/directory/testing/ldap-certificate.ts'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

/** Samba as a domain controller of Active Directory takes half a minute to set up, and root for its ports. */
const hasSamba = existsSync('/usr/sbin/samba') && process.getuid?.() === 0 && process.env.MILLRACE_SOAK === '1'

const folder = mkdtempSync(join(tmpdir(), 'samba-'))
const conf = join(folder, 'etc', 'smb.conf')
/** More than the 1,500 values that Active Directory returns of an attribute at once. */
const contacts = Array.from({ length: 1_600 }, (_, index) => `Contact ${index}`)

const tool = (...args: string[]) =>
  execFileSync(
    'samba-tool',
    [...args, ...(args[0] === 'domain' ? [] : ['-s', conf, '-H', join(folder, 'private/sam.ldb')])],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
const ldb = (name: 'ldbadd' | 'ldbmodify', ldif: string) =>
  execFileSync(name, ['-H', join(folder, 'private/sam.ldb')], {
    // These tools have no option for it.
    env: { ...process.env, SMB_CONF_PATH: conf },
    input: ldif,
    stdio: ['pipe', 'ignore', 'pipe'],
  })

async function startSamba(): Promise<void> {
  tool(
    ...['domain', 'provision', '--server-role=dc', '--dns-backend=NONE', '--realm=EXAMPLE.TEST', '--domain=EXAMPLE'],
    ...['--host-name=dc1', '--host-ip=127.0.0.1', '--adminpass=Passw0rd.Admin', `--targetdir=${folder}`],
    ...[`--option=posix:eadb=${folder}/eadb.tdb`, '--option=interfaces=127.0.0.1/8'],
    ...['--option=bind interfaces only=yes', '--option=server services=ldap'],
  )
  writeFileSync(join(folder, 'cert.pem'), ldapCertificate)
  writeFileSync(join(folder, 'key.pem'), ldapKey, { mode: 0o600 })
  appendFileSync(
    conf,
    `\n[global]\ntls enabled = yes\ntls certfile = ${folder}/cert.pem\ntls keyfile = ${folder}/key.pem\ntls cafile = ${folder}/cert.pem\n`,
  )
  for (const name of ['ann', 'ben', 'cid'])
    tool(
      'user',
      'create',
      name,
      `Secret.${name}.1`,
      `--given-name=${name}`,
      '--surname=Ash',
      `--mail-address=${name}@example.test`,
    )
  tool('user', 'disable', 'cid')
  for (const name of ['Staff', 'Inner']) tool('group', 'add', name)
  tool('group', 'addmembers', 'Inner', 'ann')
  tool('group', 'addmembers', 'Staff', 'Inner')
  ldb('ldbadd', contacts.map((name) => `dn: CN=${name},CN=Users,DC=example,DC=test\nobjectClass: contact\n`).join('\n'))
  const members = [...contacts.map((name) => `CN=${name}`), 'CN=ben Ash'].map(
    (name) => `member: ${name},CN=Users,DC=example,DC=test`,
  )
  ldb(
    'ldbadd',
    `dn: CN=Large,CN=Users,DC=example,DC=test\nobjectClass: group\nsAMAccountName: Large\n${members.join('\n')}\n`,
  )
  ldb(
    'ldbmodify',
    'dn: CN=ann Ash,CN=Users,DC=example,DC=test\nchangetype: modify\nadd: manager\nmanager: CN=ben Ash,CN=Users,DC=example,DC=test\n',
  )
  const server = spawn('/usr/sbin/samba', ['-i', '-M', 'single', `--configfile=${conf}`], { stdio: 'ignore' })
  afterAll(() => {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  await untilTrue(
    () =>
      spawnSync('ldapsearch', ['-x', '-H', 'ldap://127.0.0.1', '-s', 'base', '-b', ''], { stdio: 'ignore' }).status ===
      0,
  )
}

/** A server that was just started answers after a while. */
async function untilTrue(isTrue: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (isTrue()) return
    await setTimeout(50)
  }
  throw new Error('Expected the server to answer, but it did not.')
}

describe.skipIf(!hasSamba)('with Active Directory', async () => {
  if (!hasSamba) return
  await startSamba()
  const allowed = readAllowedAddresses('127.0.0.0/8') ?? { allows: () => false }
  const { anonymous, signIn, db, clock, runtime } = await createTestApp({
    directories: createDirectoryClient({ allowed }),
  })
  const keeper = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'] })
  const settings = {
    ...{ name: 'AD', kind: 'activeDirectory', addresses: 'localhost', security: 'tls', certificate: ldapCertificate },
    ...{ bindDn: 'Administrator@EXAMPLE.TEST', password: 'Passw0rd.Admin', baseDn: 'DC=example,DC=test' },
    ...{ userFilter: '(&(objectCategory=person)(objectClass=user))', keyAttribute: 'objectGUID' },
    ...{ usernameAttribute: 'sAMAccountName', activeRule: 'accountControl', activeAttribute: 'userAccountControl' },
    ...{ groupRule: 'create', groupFilter: '(objectClass=group)', thresholdPercent: 50 },
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

  it('reads users by TLS and StartTLS, with nested and large groups', async () => {
    expect((await keeper.call(calls.test, { params: { id } })).body.fault).toBeNull()
    expect(await run()).toMatchObject({ state: 'done', counts: { refused: 0 } })
    expect(await account('ann')).toMatchObject({
      ...{ firstName: 'ann', lastName: 'Ash', email: 'ann@example.test', manager: { username: 'ben' } },
      groups: [{ key: 'Inner' }, { key: 'Staff' }],
    })
    expect((await account('ben'))?.groups).toMatchObject([{ key: 'Large' }])
    expect(await account('cid')).toBeNull()
    await keeper.call(calls.save, { params: { id }, body: { ...settings, password: null, security: 'startTls' } })
    expect(await run()).toMatchObject({ state: 'done', counts: { new: 0, changed: 0, refused: 0 } })
  })

  it('signs users in by a bind, disables and restores them by the flags of their account', async () => {
    expect((await logIn('ann', 'Secret.ann.1')).status).toBe(200)
    expect((await logIn('ann', 'Secret.ben.1')).error.code).toBe('session.credentials')
    tool('user', 'disable', 'ann')
    expect((await logIn('ann', 'Secret.ann.1')).error.code).toBe('session.credentials')
    expect((await run()).counts).toMatchObject({ disabled: 1 })
    tool('user', 'enable', 'ann')
    expect((await run()).counts).toMatchObject({ restored: 1 })
    expect((await logIn('ann', 'Secret.ann.1')).status).toBe(200)
  })
})
