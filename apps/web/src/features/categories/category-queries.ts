import { type AnswerOf, api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

export const categoriesQuery = callQuery(api.categoryDesigns.get)

export type Categories = AnswerOf<typeof api.categoryDesigns.get>
