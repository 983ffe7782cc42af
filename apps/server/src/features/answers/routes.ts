import { answerCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { answerTask } from '../../operations/answers/answer-task.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { occasionOf } from '../../platform/http/http-request.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'
import { getAnswer } from './get-answer.ts'

/** Registers the calls that answer tasks by links in mails. */
export function registerAnswers(app: FastifyInstance, context: AppContext): void {
  route(app, answerCalls.get, ({ params, query, http }) =>
    getAnswer(context, { ...params, ...query, ...occasionOf(answerCalls.get, http) }),
  )
  route(app, answerCalls.answer, async ({ params, body, http, reply }) => {
    const occasion = occasionOf(answerCalls.answer, http)
    const answered = await answerTask(context, { ...params, ...body, address: http.ip, ...occasion })
    return isTooMany(answered) ? refuseTooMany(reply, answered, 'answers') : answered
  })
}
