import type { Administrator } from './operations/administrators/create-administrator.ts'
import { demoPassword } from './operations/samples/demo-users.ts'
import { isCommonPassword } from './operations/users/common-passwords.ts'
import { readConfig } from './platform/config.ts'
import { StartFailure } from './platform/start-failure.ts'
import type { RunningServer } from './start-server.ts'

/**
 * Runs the server until it is stopped. Exits with 1 and one sentence when it cannot start or continue.
 *
 * @param prepare runs after the configuration was validated; false when it failed and has reported why.
 */
export async function main(prepare: () => Promise<boolean> = async () => true): Promise<void> {
  try {
    const config = readConfig(process.env)
    if (!(await prepare())) process.exit(1)
    // From now on a signal waits until there is something to stop.
    const signalled = waitForSignal()
    // Only now, because it takes a while that a bad value need not wait for.
    const { startServer } = await import('./start-server.ts')
    warnOfCommonPassword(config.adminPassword)
    const server = await startServer({
      config,
      onAdministrator: printAdministrator,
      onSampleUsers: printSampleUsers,
    })
    console.log(server.url === null ? '\nMillrace is running jobs.\n' : `\nMillrace is at ${server.url}\n`)
    process.exitCode = await runUntilSignal(server, signalled)
    // What is left does not keep us: everything that matters has been stopped.
    process.exit()
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

async function runUntilSignal(server: RunningServer, signalled: Promise<void>): Promise<number> {
  const failure = await Promise.race([signalled, server.failed])
  if (failure !== undefined) console.error(failure)
  await server.stop()
  return failure === undefined ? 0 : 1
}

/** Ctrl-C may come twice, from the terminal and from npm: the first one counts. */
function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    if (process.env.npm_lifecycle_event !== undefined) whenParentEnds(resolve)
  })
}

/** A signal to npm alone ends npm and its shell, which does not hand it on: then we have another parent. */
function whenParentEnds(callback: () => void): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) callback()
  }, 500).unref()
}

function printAdministrator({ username, isNew, generatedPassword }: Administrator): void {
  if (!isNew) return
  console.log(
    generatedPassword === null
      ? `\nSign in as ${username} with the password in MILLRACE_ADMIN_PASSWORD.`
      : `\nSign in as ${username} with the password ${generatedPassword}\nThe password is shown only once. Set MILLRACE_ADMIN_PASSWORD to replace it.`,
  )
}

/** Refuses nothing: an installation that runs with such a password has to start again. */
function warnOfCommonPassword(password: string | null): void {
  if (password === null || !isCommonPassword(password)) return
  console.warn(
    'Warning: MILLRACE_ADMIN_PASSWORD is a common password that attackers try first: set another one and start the server again.',
  )
}

function printSampleUsers(usernames: readonly string[]): void {
  if (usernames.length === 0) return
  console.log(
    `\nTo try the sample application, sign in as ${usernames.join(', ')}, all with the password ${demoPassword}\nThe users and what to try: /help/guide/sample-application, without signing in.`,
  )
}

if (import.meta.main) await main()
