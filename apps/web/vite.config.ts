import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'
import { defineConfig } from 'vite'
import { checkBudgets } from './build/check-budgets.ts'
import { contractWithoutSchemas } from './build/contract-without-schemas.ts'
import { earlyParts } from './build/early-parts.ts'
import { formDesigner } from './build/form-designer.ts'
import { guide } from './build/guide.ts'
import { icons } from './build/icons.ts'
import { precompress } from './build/precompress.ts'
import { scriptEngineOnServer } from './build/script-engine-on-server.ts'
import { withoutScriptEngine } from './build/without-script-engine.ts'

/** Where the server listens during development. */
const server = process.env.MILLRACE_DEV_SERVER ?? 'http://localhost:8080'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    guide(),
    icons(),
    contractWithoutSchemas(),
    react(),
    earlyParts(),
    scriptEngineOnServer(),
    formDesigner(),
    checkBudgets(),
    precompress(),
  ],
  // What stands in for React's own hook in versions that lack it.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
      // What dmn-js brings and the editor of decisions has no use for: functions that do not run here, and an editor of
      // what the product does not offer to edit.
      {
        find: '@camunda/feel-builtins',
        replacement: fileURLToPath(new URL('./build/no-feel-builtins.ts', import.meta.url)),
      },
      {
        find: 'dmn-js-boxed-expression',
        replacement: fileURLToPath(new URL('./build/no-boxed-expressions.ts', import.meta.url)),
      },
    ],
  },
  css: {
    postcss: {
      plugins: [
        mantine(),
        simpleVars({
          variables: {
            'mantine-breakpoint-xs': '480px',
            'mantine-breakpoint-sm': '768px',
            'mantine-breakpoint-md': '1200px',
            'mantine-breakpoint-lg': '1440px',
            'mantine-breakpoint-xl': '1680px',
          },
        }),
      ],
    },
  },
  server: {
    proxy: { '/api': server, '/engine-rest': server },
  },
  worker: { format: 'es', plugins: () => [withoutScriptEngine()] },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Every browser that the target names knows modulepreload.
    modulePreload: { polyfill: false },
    // An inlined asset would need `data:` for fonts and styles in the content security policy.
    assetsInlineLimit: 0,
    // In kB before gzip, of which the bundler warns. What counts is what arrives: `checkBudgets` fails the build by that.
    // The largest, the editor of decisions, has 584.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // The first load names every part: as few letters as the bundler takes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // What changes only with an upgrade stays in the browser's cache across releases of ours.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            {
              name: 'vendor',
              test: /node_modules[\\/](?!bpmn-js|diagram-js|.*\.css$)/,
              tags: ['$initial'],
              priority: 2,
            },
            // One request for our own part of the first load instead of a dozen.
            {
              name: 'app',
              test: /[\\/](?:apps[\\/]web[\\/]src|packages)[\\/]|\.css$/,
              tags: ['$initial'],
              priority: 1,
            },
            // Most who come are signed in already; who is not is to wait for nothing but this beside the first load.
            {
              name: 'sign-in',
              test: /[\\/](?:apps[\\/]web[\\/]src[\\/](?:features[\\/]login|lib[\\/]sign-in-texts)|contract[\\/]src[\\/]messages[\\/]sign-in|components[\\/]PasswordInput|icon[\\/]drawn[\\/]key\b)/,
              priority: 0.95,
            },
            // On a slow line a request costs more than some bytes not needed, so what is small comes together. First what
            // many pages share.
            {
              name: 'shared',
              test: /[\\/](?:apps[\\/]web[\\/]src[\\/](?:components|lib)|node_modules)[\\/](?!bpmn-js|diagram-js|(?:didi|ids|min-dash|min-dom|object-refs|path-intersection|saxes|tiny-svg|xmlchars)[\\/]|(?:forms|form-host|file-upload|list|search-input|view-tabs|split)[\\/])/,
              minShareCount: 4,
              priority: 0.9,
            },
            // What bpmn-js and dmn-js are made of: only pages with a diagram need it.
            {
              name: 'diagram',
              test: /[\\/]node_modules[\\/](?:didi|ids|min-dash|min-dom|object-refs|path-intersection|saxes|tiny-svg|xmlchars)[\\/]/,
              minShareCount: 2,
              priority: 0.9,
            },
            // Then the parts of the pages that most people work at.
            {
              name: 'list',
              test: /[\\/]apps[\\/]web[\\/]src[\\/]components[\\/](?:(?:list|search-input|view-tabs|split)[\\/]|icon-picker[\\/]icon-field)/,
              priority: 0.8,
            },
            {
              name: 'work',
              test: /[\\/]apps[\\/]web[\\/]src[\\/](?:features[\\/](?:tasks|processes)|components[\\/](?:action-bar|operator|timeline|tabs|copy-id|variable-table|form-host[\\/]lazy|bpmn-diagram[\\/]lazy|page[\\/]meta-row))/,
              priority: 0.7,
            },
            {
              name: 'form',
              test: /[\\/]apps[\\/]web[\\/]src[\\/]components[\\/](?:forms[\\/](?!fields[\\/](?:day-picker|rich-text-editor|link-button|rare-fields|(?:date-range|group|image|multi-select|password|rating|rich-text|role|signature|slider|tags|user)-field|named-input))|form-host|file-upload)/,
              priority: 0.6,
            },
            // Pages that stand alone, and those that are looked at now and then.
            {
              name: 'links',
              test: /[\\/](?:features[\\/](?:form-links|standalone)|app[\\/]shell[\\/]frame[\\/]standalone|components[\\/]open-form[\\/]open)/,
              priority: 0.56,
            },
            { name: 'drafts', test: /[\\/]features[\\/]drafts[\\/]/, priority: 0.56 },
            // What pages of designers share, and then the small ones of them.
            {
              name: 'designs',
              test: /[\\/](?:contract[\\/]src[\\/](?:applications|app-decisions|app-processes|forms|form-templates|samples)\.ts|config[\\/]design-paths|app[\\/]shell[\\/]frame[\\/]designer-frame|components[\\/](?:designs|design-page|model-comparison[\\/]lazy)|drawn[\\/](?:apps|forms|template)\.)/,
              priority: 0.68,
            },
            { name: 'apps', test: /[\\/]features[\\/]applications[\\/]/, priority: 0.55 },
            { name: 'kept', test: /[\\/]features[\\/]forms[\\/]/, priority: 0.55 },
            { name: 'mails', test: /[\\/]features[\\/]email-templates[\\/]/, priority: 0.55 },
            { name: 'keeping', test: /[\\/]features[\\/](?:categories|global-properties)[\\/]/, priority: 0.55 },
            // What opens from the shell.
            {
              name: 'more',
              test: /[\\/]shell[\\/](?:menu[\\/]section-dropdown|workplace[\\/]workplace-menu|profile[\\/](?:profile-dropdown|about-dialog)|keys[\\/]shortcuts-dialog)/,
              priority: 0.55,
            },
            // Those that say that a page is not there.
            { name: 'none', test: /[\\/]features[\\/]problem-pages[\\/]/, priority: 0.55 },
            // Before what is small: for one of its icons, other pages would load all of it.
            { name: 'icons', test: /[\\/]components[\\/]icon[\\/]drawn[\\/]/, priority: 0.66 },
            // Four pages each, of which whoever comes to one comes to others; one name for each would be in the first load.
            {
              name: 'parts',
              test: /[\\/]apps[\\/]web[\\/]src[\\/]features[\\/]app-(?:decisions|processes)[\\/]/,
              priority: 0.65,
            },
          ],
        },
      },
    },
  },
})
