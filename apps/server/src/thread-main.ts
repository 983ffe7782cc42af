import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/** What each thread of the server runs. Reading modules is most of its start: the cache makes it a third. */
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/node'))
const [{ serveTasks }, { threadTime }, { threadTasks }, { loadScriptEngine }] = await Promise.all([
  import('./platform/threads/serve-tasks.ts'),
  import('./platform/threads/thread-time.ts'),
  import('./runtime/threads/thread-tasks.ts'),
  import('@millrace/expressions'),
])
await loadScriptEngine({ now: threadTime })
serveTasks(threadTasks)
flushCompileCache()
