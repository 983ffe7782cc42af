import { standaloneCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { verifyCaptcha } from '../../operations/captcha/verify-captcha.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'

export function registerCaptcha(app: FastifyInstance, context: AppContext): void {
  route(app, standaloneCalls.verifyCaptcha, async ({ user, body: { response }, request, reply }) => {
    const riddle = { workplaceId: user?.workplaceId ?? null, address: request.ip, response }
    const verified = await verifyCaptcha(context, riddle)
    if (!isTooMany(verified)) return verified
    reply.header('retry-after', String(verified.retryAfterSeconds))
    return refuse('request.too-many', 'Expected fewer tries to solve a captcha. Wait a minute and try again.')
  })
}
