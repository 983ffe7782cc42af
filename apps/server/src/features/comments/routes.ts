import { commentCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { addAttachment } from '../../operations/comments/add-attachment.ts'
import { addComment } from '../../operations/comments/add-comment.ts'
import { changeComment } from '../../operations/comments/change-comment.ts'
import { deleteAttachment } from '../../operations/comments/delete-attachment.ts'
import { deleteComments } from '../../operations/comments/delete-comments.ts'
import { noSuchComment } from '../../operations/comments/policy.ts'
import type { Subject } from '../../operations/comments/subject.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { countAbout } from './count-about.ts'
import { findReaders } from './find-readers.ts'
import { downloadAttachment, listAttachments } from './list-attachments.ts'
import { listComments } from './list-comments.ts'

export function registerComments(app: FastifyInstance, context: AppContext): void {
  const { db, runtime } = context
  route(app, commentCalls.list, ({ request, params, query }) =>
    listComments(runtime, request, { of: subjectOf(params), ...query }),
  )
  route(app, commentCalls.add, async ({ request, params, body }) => {
    const id = await addComment(context, request, { of: subjectOf(params), ...body })
    return id instanceof Refusal ? id : { id }
  })
  route(app, commentCalls.change, ({ request, params, body }) =>
    changeComment(context, request, { of: subjectOf(params), id: params.commentId, ...body }),
  )
  route(app, commentCalls.remove, async ({ request, params }) =>
    isUuid(params.commentId)
      ? deleteComments(context, request, { of: subjectOf(params), id: params.commentId })
      : noSuchComment(),
  )
  route(app, commentCalls.findReaders, ({ request, params, query }) =>
    findReaders(db, request, { of: subjectOf(params), ...query }),
  )
  route(app, commentCalls.counts, ({ request, params }) => countAbout(runtime, request, subjectOf(params)))
  route(app, commentCalls.files, ({ request, params }) => listAttachments(runtime, request, subjectOf(params)))
  route(app, commentCalls.attach, async ({ request, params, body }) => {
    const { name, content } =
      'fileId' in body ? { name: null, content: body } : { name: body.name, content: { url: body.url } }
    const given = { of: subjectOf(params), name, description: null, type: null, content }
    const id = await addAttachment(context, request, given)
    return id instanceof Refusal ? id : { id }
  })
  route(app, commentCalls.download, ({ request, params }) =>
    downloadAttachment(runtime, request, { of: subjectOf(params), id: params.fileId }),
  )
  route(app, commentCalls.detach, ({ request, params }) =>
    deleteAttachment(context, request, { of: subjectOf(params), id: params.fileId }),
  )
}

function subjectOf({ of, id }: { readonly of: 'task' | 'instance'; readonly id: string }): Subject {
  return { by: of, id }
}
