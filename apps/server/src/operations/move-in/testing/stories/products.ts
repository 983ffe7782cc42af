import { flowableModels, flowableStories } from './flowable.ts'
import { models } from './models.ts'
import { type Story, stories } from './stories.ts'

/** The stories that were recorded on each product. */
export const products = {
  'camunda-7.24': Object.keys(stories),
  'operaton-1.0': [
    'runs of a sub-process at different tasks',
    'called instances of which one has ended',
    'run after its task, before its job',
    'event sub-process that was triggered twice',
    'cycle of an event sub-process after its first time',
    'completed runs that can be compensated',
    'compensation of completed runs by their activity',
    'external task after a failure',
    'all kinds of events on one task',
    'parallel join that two of three tokens have reached',
    'transaction that is being cancelled',
  ],
  'flowable-7.2': Object.keys(flowableStories),
} satisfies Readonly<Record<string, readonly string[]>>

export type Product = keyof typeof products

export function isProduct(text: string | undefined): text is Product {
  return text !== undefined && Object.hasOwn(products, text)
}

/** Returns a story of a product by its title. */
export function findStory(product: Product, title: string): Story {
  const story = (product === 'flowable-7.2' ? flowableStories : stories)[title]
  if (story === undefined) throw new Error(`Expected a story “${title}” of ${product}.`)
  return story
}

/** Returns the processes of a product, by key. */
export function modelsOf(product: Product): Readonly<Record<string, string>> {
  return product === 'flowable-7.2' ? flowableModels : models
}
