import { standaloneCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { verifyCaptcha } from '../../operations/captcha/verify-captcha.ts'
import { isTooMany } from '../../platform/auth/too-many.ts'
import { refuseTooMany } from '../../platform/http/refuse-too-many.ts'
import { route } from '../../platform/http/route.ts'

export function registerCaptcha(app: FastifyInstance, context: AppContext): void {
  route(app, standaloneCalls.verifyCaptcha, async ({ request, body: { response }, http, reply }) => {
    const riddle = { workplaceId: request?.user.workplaceId ?? null, address: http.ip, response }
    const verified = await verifyCaptcha(context, riddle)
    return isTooMany(verified) ? refuseTooMany(reply, verified, 'tries to solve a captcha') : verified
  })
}
