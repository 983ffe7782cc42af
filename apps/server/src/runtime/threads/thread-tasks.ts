import type { TaskContext, TaskHandlers } from '../../platform/threads/serve-tasks.ts'
import { readRowsFile } from '../data-lists/read-rows-file.ts'
import { readDecisions, readProcess } from '../definitions/read-model.ts'
import { readDecisionDesign, rewriteDecisionDesign } from '../deploy/read-decision-design.ts'
import { readDesign, rewriteDesign } from '../deploy/read-design.ts'
import { type ModelFiles, readFiles } from '../deploy/read-files.ts'
import { rewritePeopleInThread } from '../deploy/rewrite-people.ts'
import { type DecisionTests, testDecisions } from '../deploy/test-decisions.ts'
import { compareDesigns, compileDesign } from '../forms/design/compile-design.ts'
import { readFormFile } from '../forms/design/read-form-file.ts'
import { readImport } from '../imports/read-import.ts'
import { readInterface } from '../interfaces/read-import.ts'
import { readMail } from '../listeners/mail/read-mail.ts'
import { readBook } from '../look-ups/read-book.ts'
import { readMailTemplate, renderMail } from '../mail/mail-template.ts'
import { readSheetFile } from '../sheets/read-sheet-file.ts'
import { runSimulation } from '../simulation/run-simulation.ts'
import { tryInThread } from '../trial/trial-task.ts'
import { listDesignUses } from '../uses/list-design-uses.ts'
import { listPackageReferences } from '../uses/list-package-references.ts'
import { decide } from './decide-task.ts'
import { evaluateInThread } from './evaluate-decision.ts'
import { evaluateTextsInThread, listProblems } from './evaluate-texts.ts'
import { fillInThread, parseFormInThread } from './fill-task.ts'
import { listInputsInThread } from './list-inputs.ts'

/** All tasks of worker threads, by kind. Input and output are copied, so they are plain data. */
export const threadTasks = {
  decide,
  readFiles: (input: ModelFiles, { place }: TaskContext) => readFiles(input, place.mark),
  readDesign,
  rewriteDesign,
  readDecisionDesign,
  rewriteDecisionDesign,
  testDecisions: (input: DecisionTests, { place }: TaskContext) => testDecisions(input, place.mark),
  readProcess,
  readDecisions,
  evaluateDecision: evaluateInThread,
  listInputs: listInputsInThread,
  evaluateTexts: evaluateTextsInThread,
  listProblems,
  parseForm: parseFormInThread,
  fillForm: fillInThread,
  compileDesign,
  compareDesigns,
  readFormFile,
  listDesignUses,
  listPackageReferences,
  rewritePeople: rewritePeopleInThread,
  readImport,
  readInterface,
  readRowsFile,
  readSheetFile,
  readBook,
  readMail,
  readMailTemplate,
  renderMail,
  tryOut: tryInThread,
  runSimulation,
} satisfies TaskHandlers

export type ThreadTasks = typeof threadTasks
