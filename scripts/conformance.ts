import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type FreshServer, startFreshServer } from './fresh-server.ts'

const USAGE = `Usage: npm run conformance -- FOLDER [options of the runner]

Starts a fresh server without job executor and plays the cases of FOLDER against its /engine-rest: with the runner
run.mjs or replay.mjs in FOLDER, or run.mjs beside it for a folder that holds manifest.json and files alone.
With --source URL the database of a Camunda 7 moves in first, by npm run move-in, and the cases continue its instances.
With --database URL the server uses that empty database, such as one of PostgreSQL 16 or 17.
The runner works in its own folder, gets the options as they are (such as --only REGEX, --manifest FILE, --files FOLDER)
and decides about the exit status.`

interface Runner {
  readonly file: string
  readonly options: readonly string[]
}

/** The recordings are of a server without job executor and without checks of authorizations. */
const environment = { MILLRACE_ROLES: 'web', MILLRACE_ENGINE_REST_AUTHORIZATION: 'off' }

/** `npm run conformance -- FOLDER`. */
const [folder, ...given] = process.argv.slice(2)
const { value: source, rest } = takeOption('--source', given)
const { value: database, rest: options } = takeOption('--database', rest)
const runner = folder === undefined ? null : findRunner(resolve(process.env.INIT_CWD ?? '.', folder))
if (runner === null) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  const server = await startFreshServer({
    environment: { ...environment, ...(database !== undefined && { DATABASE_URL: database }) },
  })
  try {
    if (source !== undefined) await moveIn(source, server)
    process.exitCode = await play({ ...runner, options: [...runner.options, ...options] }, server)
  } finally {
    await server.stop()
  }
}

/** Takes an option of ours, with its value, out of those of the runner. */
function takeOption(
  name: string,
  args: readonly string[],
): { readonly value: string | undefined; readonly rest: readonly string[] } {
  const at = args.indexOf(name)
  return at < 0
    ? { value: undefined, rest: args }
    : { value: args[at + 1], rest: [...args.slice(0, at), ...args.slice(at + 2)] }
}

/** Moves a database in. What is left out is printed, and shows in the cases. */
async function moveIn(source: string, { dataFolder }: FreshServer): Promise<void> {
  const script = join(import.meta.dirname, 'move-in.ts')
  const { DATABASE_URL: _, ...around } = process.env
  const env = { ...around, MILLRACE_DATA: dataFolder }
  const child = spawn(process.execPath, [script, '--source', source], { env, stdio: 'inherit' })
  await once(child, 'exit')
}

function findRunner(path: string): Runner | null {
  for (const name of ['run.mjs', 'replay.mjs']) {
    if (existsSync(join(path, name))) return { file: join(path, name), options: [] }
  }
  const [file, manifest] = [join(path, '../run.mjs'), join(path, 'manifest.json')]
  if (!existsSync(file) || !existsSync(manifest)) return null
  return { file, options: ['--manifest', manifest, '--files', join(path, 'files')] }
}

/** Runs the cases to their end, or until a signal ends them: the exit status is theirs. */
async function play({ file, options }: Runner, { url, password }: FreshServer): Promise<number> {
  const access = ['--base', `${url}/engine-rest`, '--user', `admin:${password}`]
  const child = spawn(process.execPath, [file, ...access, ...options], { cwd: dirname(file), stdio: 'inherit' })
  const stopChild = () => child.kill('SIGTERM')
  process.on('SIGINT', stopChild).on('SIGTERM', stopChild)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
