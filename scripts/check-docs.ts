import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { budgetChapter, checkBudgets, presentBudgets } from './docs/check-budgets.ts'
import { checkCommands } from './docs/check-commands.ts'
import { checkConfiguration } from './docs/check-configuration.ts'
import { checkDecisions, decisionList, presentDecisions } from './docs/check-decisions.ts'
import { checkErrors, errorList, presentErrors } from './docs/check-errors.ts'
import { checkFolders } from './docs/check-folders.ts'
import { checkGlossary } from './docs/check-glossary.ts'
import { checkLinks } from './docs/check-links.ts'
import { checkPaths } from './docs/check-paths.ts'
import { checkPictures } from './docs/check-pictures.ts'
import { type Documents, openDocuments } from './docs/documents.ts'
import { root } from './run-tool.ts'

const checks: readonly ((documents: Documents) => string[])[] = [
  checkLinks,
  checkErrors,
  checkBudgets,
  checkConfiguration,
  checkFolders,
  checkDecisions,
  checkCommands,
  checkGlossary,
  checkPaths,
  checkPictures,
]

/** Finds statements of the documents that do not match the project, one sentence for each. */
export function findDocProblems(documents: Documents = openDocuments()): string[] {
  return checks.flatMap((check) => check(documents))
}

if (import.meta.main && process.argv.includes('--write')) {
  writeFileSync(join(root, errorList), presentErrors())
  writeFileSync(join(root, decisionList), presentDecisions(openDocuments()))
  writeFileSync(join(root, budgetChapter), presentBudgets(openDocuments().read(budgetChapter) ?? ''))
}
