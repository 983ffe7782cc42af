import { externalLimits, type FileAdapter } from '@millrace/contract'
import type { OpenFolder } from '../../platform/outgoing/open-folder.ts'
import { fillFilePath, matchName } from './file-path.ts'
import { type Answer, answerOfRows } from './outcome.ts'
import type { Parameters } from './parameters.ts'
import { type FileReading, readFileAnswer } from './read-file-rows.ts'
import { writeContent } from './write-file.ts'

/** Carries out a file adapter in a folder. @throws OutgoingFailure when that fails. */
export async function carryOutFile(
  settings: FileAdapter,
  folder: OpenFolder,
  { parameters, ...reading }: FileReading & { readonly parameters: Parameters },
): Promise<Answer> {
  const path = fillFilePath(settings.path, parameters)
  switch (settings.action) {
    case 'read':
      return folder.read(path, (parts) => readFileAnswer(settings, parts, { ...reading, path }))
    case 'list':
      return listFiles(settings, folder, { ...reading, path })
    case 'exists': {
      const found = await folder.find(path)
      return table(['exists', 'size', 'modified'], [[String(found !== null), sizeOf(found), timeOf(found)]])
    }
    case 'write':
    case 'append':
      return write(settings, folder, { path, parameters })
    case 'move': {
      const target = fillFilePath(settings.target, parameters)
      await folder.move(path, target, { replaces: settings.ifExists === 'replace' })
      return table(['path'], [[target]])
    }
    case 'delete':
      await folder.remove(path)
      return table(['path'], [[path]])
    default:
      return settings.action satisfies never
  }
}

async function listFiles(
  { pattern, rowLimit }: FileAdapter,
  folder: OpenFolder,
  { path, hide }: Pick<FileReading, 'hide'> & { readonly path: string },
): Promise<Answer> {
  const isMeant = matchName(pattern)
  const files = (await folder.list(path, externalLimits.folderEntries)).filter(({ name }) => isMeant(name))
  return table(
    ['name', 'path', 'size', 'modified'],
    files.slice(0, rowLimit).map((file) => {
      const name = hide(file.name)
      return [name, path === '' ? name : `${path}/${name}`, sizeOf(file), timeOf(file)]
    }),
  )
}

async function write(
  settings: FileAdapter,
  folder: OpenFolder,
  { path, parameters }: { readonly path: string; readonly parameters: Parameters },
): Promise<Answer> {
  const isAppended = settings.action === 'append'
  // Only the first one has the names of columns.
  const isStarted = isAppended && ((await folder.find(path))?.size ?? 0) > 0
  const parts = writeContent(settings, parameters, { isStarted })
  const size = await folder.write(path, parts, isAppended ? 'append' : settings.ifExists)
  return table(['path', 'size'], [[path, String(size)]])
}

function table(columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Answer {
  return answerOfRows({ columns, rows, members: [] })
}

function sizeOf(file: { readonly size: number } | null): string | null {
  return file === null ? null : String(file.size)
}

function timeOf(file: { readonly modified: Date } | null): string | null {
  return file === null ? null : file.modified.toISOString()
}
