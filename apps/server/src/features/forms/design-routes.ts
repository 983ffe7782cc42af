import type { formDesignCalls } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { AppContext } from '../../app-context.ts'
import { designRoutes } from '../../operations/designs/surface/design-routes.ts'
import type { FormRef } from '../../operations/forms/form.ts'
import { formDesigns } from '../../operations/forms/form-designs.ts'
import { route } from '../../platform/http/route.ts'
import { compareVersions } from './compare-versions.ts'
import { getDesigner } from './get-designer.ts'

type DesignCalls<Params> = ReturnType<
  typeof formDesignCalls<z.ZodType<Params>, z.ZodType<Params & { readonly version: number }>>
>

/**
 * Registers the calls that designs of forms and of form templates have in common.
 * @param refOf returns the form that a path names.
 */
export function registerDesign<Params>(
  app: FastifyInstance,
  context: AppContext,
  { calls, refOf }: { readonly calls: DesignCalls<Params>; readonly refOf: (params: Params) => FormRef },
): void {
  route(app, calls.designer, ({ request, params }) => getDesigner(context.db, request, refOf(params)))
  route(app, calls.compare, ({ request, params, query }) =>
    compareVersions(context, request, { ref: refOf(params), ...query }),
  )
  designRoutes(app, context, formDesigns, {
    calls,
    refOf,
    textOf: ({ designerJson }) => designerJson,
    presentSaved: ({ version, savedAt, design: { more } }) => ({
      message: pageTexts.pageCatalogue.formDesignerSaved,
      version,
      savedAt: savedAt.toISOString(),
      renderedJson: more[0],
    }),
  })
}
