import { post, type Route } from '../http/call.ts'
import { modifyMany } from './modify.ts'

export const modificationRoutes: readonly Route[] = [post('/modification/execute', modifyMany, 'variables')]
