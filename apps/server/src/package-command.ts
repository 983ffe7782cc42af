import { readFile, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { PackageDecisions, PackageImportDetails } from '@millrace/contract'
import { packFolder, unpackInto, writePackage } from './package-folder.ts'

const usage = `Usage:
  export --application KEY [--application KEY] [--with-rows] --to FILE|FOLDER/
  diff FILE|FOLDER         prints the changes that an import would make; ends with 2 if there are any, else with 0
  import FILE|FOLDER [--conflicts skip|replace] [--user NAME=NAME] [--group KEY=KEY] [--trust]
Options of all:
  --server URL             MILLRACE_URL, else http://localhost:8080
  MILLRACE_TOKEN           an API token of an administrator, from the profile
A folder has the files of the package, for a repository. A path that ends with / is one.`

interface CommandSurroundings {
  readonly print: (line: string) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly fetch: typeof fetch
}

/** Exports, compares and imports packages by the calls of a server. @returns the code to exit with. */
export async function runPackageCommand(args: readonly string[], around: CommandSurroundings): Promise<number> {
  try {
    if (args.includes('--help')) {
      around.print(usage)
      return 0
    }
    const { verb, target, values } = read(args)
    const server = { ...around, url: values.server ?? around.env.MILLRACE_URL ?? 'http://localhost:8080' }
    switch (verb) {
      case 'export':
        return await exportTo(server, values)
      case 'diff':
        return await compare(server, target)
      default:
        return await importFrom(server, target, values)
    }
  } catch (error) {
    around.print(error instanceof Error ? error.message : String(error))
    return 1
  }
}

interface Server extends CommandSurroundings {
  readonly url: string
}

type Values = ReturnType<typeof parse>['values']

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const texts = { type: 'string', multiple: true } as const
  const flag = { type: 'boolean' } as const
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      server: text,
      application: texts,
      'with-rows': flag,
      to: text,
      conflicts: text,
      user: texts,
      group: texts,
      trust: flag,
    },
  })
}

/** Throws with the usage for unknown options, and for options without a value. */
function parseOrExplain(args: readonly string[]): ReturnType<typeof parse> {
  try {
    return parse(args)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

function read(args: readonly string[]): { verb: string; target: string; values: Values } {
  const { positionals, values } = parseOrExplain(args)
  const [verb = '', target = '', ...rest] = positionals
  if (!['export', 'import', 'diff'].includes(verb) || rest.length > 0)
    throw new Error(`Expected a command for packages, but got “${positionals.join(' ')}”.\n${usage}`)
  if ((verb === 'export') !== (target === ''))
    throw new Error(
      verb === 'export'
        ? `Expected options after export, but got “${target}”.\n${usage}`
        : `Expected a file or folder after ${verb}, but there is none.\n${usage}`,
    )
  return { verb, target, values }
}

async function exportTo(server: Server, values: Values): Promise<number> {
  const { application: applications = [], to } = values
  if (applications.length === 0 || to === undefined)
    throw new Error(`Expected --application and --to, but one of them is missing.\n${usage}`)
  const items = applications.map((key) => ({ kind: 'application', key }))
  const answer = await ask(server, '/export', {
    method: 'POST',
    json: { items, withRows: values['with-rows'] === true },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (to.endsWith('/')) await unpackInto(to, bytes)
  else await writePackage(to, bytes)
  server.print(`Exported ${applications.join(', ')} to ${to}.`)
  return 0
}

async function compare(server: Server, target: string): Promise<number> {
  const details = await upload(server, target)
  await ask(server, `/imports/${details.id}/cancel`, { method: 'POST', json: {} })
  printPlan(server, details)
  const isSame = details.items.every(({ result }) => result === 'same')
  if (isSame) server.print('An import would change nothing.')
  return isSame ? 0 : 2
}

async function importFrom(server: Server, target: string, values: Values): Promise<number> {
  const { conflicts, user: users = [], group: groups = [], trust = false } = values
  if (conflicts !== undefined && conflicts !== 'skip' && conflicts !== 'replace')
    throw new Error(`Expected --conflicts to be skip or replace, but it is “${conflicts}”.\n${usage}`)
  const details = await upload(server, target)
  printPlan(server, details)
  const decided = details.items.filter(({ result }) => result === 'conflict' || result === 'refused')
  const items: PackageDecisions['items'] = decided.flatMap(({ kind, key, stamp, canReplace, result }) => {
    if (conflicts === undefined) return []
    const isReplaced = conflicts === 'replace' && canReplace && result !== 'refused'
    return [isReplaced ? { kind, key, stamp, action: 'replace' as const } : { kind, key, action: 'skip' as const }]
  })
  const decisions: PackageDecisions = { items, users: pairs(users), groups: pairs(groups), connections: {}, trust }
  try {
    await ask(server, `/imports/${details.id}/start`, { method: 'POST', json: decisions })
  } catch (error) {
    await ask(server, `/imports/${details.id}/cancel`, { method: 'POST', json: {} })
    throw error
  }
  const ended = await awaitEnd(server, details.id)
  const { created, updated, same, skipped } = ended.counts
  if (ended.state !== 'done') throw new Error(ended.message ?? `The import ended as ${ended.state}.`)
  server.print(`Imported: ${created} new, ${updated} updated, ${same} the same, ${skipped} skipped.`)
  for (const { kind, name, message } of ended.setUp) server.print(`Needs set-up: ${kind} “${name}”: ${message}`)
  return 0
}

function pairs(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=')
      if (at < 1) throw new Error(`Expected NAME=NAME, but got “${text}”.\n${usage}`)
      return [text.slice(0, at), text.slice(at + 1)]
    }),
  )
}

async function awaitEnd(server: Server, id: string): Promise<PackageImportDetails> {
  for (;;) {
    const details = (await (await ask(server, `/imports/${id}`, { method: 'GET' })).json()) as PackageImportDetails
    if (details.state !== 'waiting' && details.state !== 'running') return details
    await setTimeout(300)
  }
}

function printPlan({ print }: Server, { items }: PackageImportDetails): void {
  for (const { kind, name, result, message, differences, differenceCount } of items) {
    if (result === 'same') continue
    print(`${result}: ${kind} “${name}”${message === null ? '' : ` (${message})`}`)
    for (const { field, before, after } of differences) print(`  ${field}: ${before ?? '–'} → ${after ?? '–'}`)
    if (differenceCount > differences.length) print(`  and ${differenceCount - differences.length} more`)
  }
}

async function upload(server: Server, target: string): Promise<PackageImportDetails> {
  const body = new FormData()
  const isFolder = (await stat(target).catch(() => null))?.isDirectory()
  if (isFolder === undefined)
    throw new Error(`Expected the file or folder of a package, but “${target}” cannot be read.\n${usage}`)
  const bytes = isFolder ? await packFolder(target) : await readFile(target)
  body.append('file', new Blob([new Uint8Array(bytes)]), target.split(sep).findLast((part) => part !== '') ?? 'package')
  const { id } = (await (await ask(server, '/imports', { method: 'POST', body })).json()) as { id: string }
  return (await (await ask(server, `/imports/${id}`, { method: 'GET' })).json()) as PackageImportDetails
}

interface Request {
  readonly method: 'GET' | 'POST'
  readonly json?: object
  readonly body?: FormData
}

async function ask(
  { url, env, fetch: send }: Server,
  path: string,
  { method, json, body }: Request,
): Promise<Response> {
  const { MILLRACE_TOKEN: token } = env
  if (token === undefined || token === '')
    throw new Error(`Expected an API token in MILLRACE_TOKEN, but there is none.\n${usage}`)
  const answer = await send(`${url.replace(/\/$/, '')}/api/admin/packages${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined ? { body } : {}),
  })
  if (answer.ok) return answer
  const refusal = (await answer.json().catch(() => null)) as {
    message?: string
    details?: { message: string }[]
  } | null
  const details = (refusal?.details ?? []).map(({ message }) => `\n  ${message}`).join('')
  throw new Error(`${refusal?.message ?? `The server answered ${answer.status}.`}${details}`)
}
