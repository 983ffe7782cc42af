import { standaloneCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { countTry, isTooMany } from '../../platform/auth/count-try.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { verifyCaptcha } from './verify-captcha.ts'

/** In a minute from one address. */
const captchaTries = 10

export function registerCaptcha(app: FastifyInstance, context: AppContext): void {
  route(app, standaloneCalls.verifyCaptcha, async ({ user, body, request, reply }) => {
    // Whatever is wrong is paid for by whoever sends it: each try is a call of ours to somebody else.
    const counted = await countTry(context, `captcha ${request.ip}`, captchaTries)
    if (isTooMany(counted)) {
      reply.header('retry-after', String(counted.retryAfterSeconds))
      return refuse('request.too-many', 'Expected fewer tries to solve a captcha. Wait a minute and try again.')
    }
    const verified = await verifyCaptcha(context, user?.workplaceId ?? null, body.response)
    if (!(verified instanceof Refusal)) await counted.succeeded()
    return verified
  })
}
