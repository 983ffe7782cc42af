import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { createApiToken, createTestApp } from '@millrace/server/testing'
import { expect, it } from 'vitest'

/** The `scim2` of scim2-cli (PyPI) with scim2-tester: `SCIM2=/path/to/venv/bin/scim2`. */
const tool = process.env['SCIM2'] ?? ''

/** Attributes that are never without a value here: `active`, and the roles that every user has from the start. */
const known = [/did not remove attribute 'active'/, /check_add_attribute\n.*unexpected value for 'roles'/]

it.runIf(existsSync(tool))('passes the compliance checks of scim2-tester', { timeout: 240_000 }, async () => {
  const { app, db, signIn } = await createTestApp()
  const { user } = await signIn({ roles: ['RoleUser', 'RoleUserAdmin', 'RoleAdmin'] })
  const token = await createApiToken(db, user, { scopes: ['provision'] })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { stdout } = await promisify(execFile)(tool, ['--url', `${address}/scim/v2`, 'test', '--verbose'], {
    env: { ...process.env, SCIM_CLI_HEADERS: `Authorization: Bearer ${token}` },
    maxBuffer: 50_000_000,
  }).catch((error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }))
  const lines = stdout.split('\n')
  const failed = lines.flatMap((line, index) =>
    /^(?:ERROR|CRITICAL)/.test(line) ? [lines.slice(index, index + 4).join('\n')] : [],
  )
  expect(failed.filter((one) => !known.some((pattern) => pattern.test(one)))).toEqual([])
  expect(stdout).toContain('SUCCESS')
})
