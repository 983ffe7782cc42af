import { searchCalls } from '@millrace/contract'
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const search = defineTool({
  name: 'search',
  title: 'Search',
  description: 'Searches open tasks, instances and files that the user may see. Each term has to begin a word.',
  calls: [searchCalls.find],
  input: z.object({ text: z.string().min(1).max(200) }),
  run: ({ text }, ask) => ask(searchCalls.find, { query: { q: text } }),
})
