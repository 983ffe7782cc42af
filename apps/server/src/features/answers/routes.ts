import { answerCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { answerTask } from '../../operations/answers/answer-task.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'
import { getAnswer } from './get-answer.ts'

/** Tasks that are answered by links in mails. */
export function registerAnswers(app: FastifyInstance, context: AppContext): void {
  route(app, answerCalls.get, ({ params, query }) => getAnswer(context, { ...params, ...query }))
  route(app, answerCalls.answer, async ({ params, body, request, reply }) => {
    const cause = `${answerCalls.answer.method} /api${answerCalls.answer.path}`
    const answered = await answerTask(context, { ...params, ...body, address: request.ip, cause })
    return isTooMany(answered) ? refuseTooMany(reply, answered, 'answers') : answered
  })
}
