import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Version, build and Git commit of the running program. */
export interface BuildInfo {
  readonly name: string
  readonly version: string
  /** The commit; null when the program does not come from a git checkout. */
  readonly commit: string | null
  /** The version of the process modeller. */
  readonly modellerVersion: string
}

/** Reads the version, the commit and the versions of libraries from the files of the project. */
export function readBuildInfo(projectFolder: string): BuildInfo {
  const { version } = readJson<{ version: string }>(join(projectFolder, 'package.json'))
  const { dependencies } = readJson<{ dependencies: Record<string, string> }>(
    join(projectFolder, 'apps/web/package.json'),
  )
  return {
    name: 'Millrace',
    version,
    commit: findCommit(join(projectFolder, '.git')),
    modellerVersion: `bpmn-js ${dependencies['bpmn-js']}`,
  }
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

/** `HEAD` holds the commit itself, or names a branch whose commit is in a file or among the packed ones. */
function findCommit(gitFolder: string): string | null {
  const head = readText(join(gitFolder, 'HEAD'))
  const branch = head?.match(/^ref: (.+)$/)?.[1]
  if (branch === undefined) return head
  const packed = readText(join(gitFolder, 'packed-refs'))?.split('\n')
  return readText(join(gitFolder, branch)) ?? packed?.find((line) => line.endsWith(` ${branch}`))?.slice(0, 40) ?? null
}

function readText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}
