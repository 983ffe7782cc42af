import { choices } from './modeller/choices.ts'
import { comparison } from './modeller/comparison.ts'
import { drawing } from './modeller/drawing.ts'
import { frame } from './modeller/frame.ts'
import { panel } from './modeller/panel.ts'
import { trial } from './modeller/trial.ts'

/** Texts of the modeller: its frame, its panel, and the words of bpmn-js. */
const modeller = { ...frame, ...choices, ...panel, ...drawing, ...comparison, ...trial } as const

/** Texts of the modeller, which the browser loads with it. */
export const modellerTexts = { modeller } as const
