import { limits, themeCalls } from '@millrace/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { findWorkplaceId } from '../../platform/auth/find-workplace.ts'
import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { type FileAnswer, type Handling, route } from '../../platform/http/route.ts'
import { getThemeData } from './get-theme-data.ts'
import { listThemes } from './list-themes.ts'
import { findPicture, type PictureKind, removePicture } from './pictures.ts'
import { removeTheme } from './remove-theme.ts'
import { saveTheme } from './save-theme.ts'
import { saveThemeData } from './save-theme-data.ts'

export function registerThemes(app: FastifyInstance, context: AppContext): void {
  route(app, themeCalls.get, ({ user }) => getThemeData(context, user.workplaceId))

  route(app, themeCalls.save, async ({ user, request }) => {
    const upload = await readUpload(request, { files: 2, fileSize: limits.logo })
    return (await saveThemeData(context, user, upload)) ?? getThemeData(context, user.workplaceId)
  })

  const remove = async (user: User, kind: PictureKind) => {
    await removePicture(context.db, user, kind)
    return getThemeData(context, user.workplaceId)
  }
  route(app, themeCalls.removeLogo, ({ user }) => remove(user, 'logo'))
  route(app, themeCalls.removeFavicon, ({ user }) => remove(user, 'favicon'))

  type Asked = Pick<Handling<typeof themeCalls.logo>, 'user' | 'query' | 'reply'>
  const send = async ({ user, query, reply }: Asked, kind: PictureKind): Promise<FileAnswer | Refusal> => {
    const workplaceId = user?.workplaceId ?? (await findWorkplaceId(context.db, query.workplace ?? null))
    const picture = await findPicture(context.db, workplaceId, kind)
    // Addresses change with the picture, but the same address may be another workplace's after signing in elsewhere.
    if (!(picture instanceof Refusal)) reply.header('cache-control', 'private, max-age=3600').header('vary', 'cookie')
    return picture
  }
  route(app, themeCalls.logo, (asked) => send(asked, 'logo'))
  route(app, themeCalls.favicon, (asked) => send(asked, 'favicon'))

  void app.register(async (scope) => {
    scope.addHook('preSerialization', async (_request, reply, answer) => presentRefusal(reply, answer))

    route(scope, themeCalls.list, async ({ user }) => ({
      error: false,
      message: null,
      data: await listThemes(context.db, user.workplaceId),
    }))
    route(scope, themeCalls.saveTheme, ({ user, body }) => saveTheme(context, user, body))
    route(scope, themeCalls.removeTheme, ({ user, params }) => removeTheme(context, user, params.id))
  })
}

/** The calls of user-defined themes tell by their body too that they were refused (specification, section 7). */
function presentRefusal(reply: FastifyReply, answer: unknown): unknown {
  return reply.statusCode < 400 || typeof answer !== 'object' ? answer : { error: true, data: null, ...answer }
}
