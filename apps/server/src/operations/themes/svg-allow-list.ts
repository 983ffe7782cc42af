/** SVG elements that draw. Others are removed with their content. */
export const elements: ReadonlySet<string> = new Set(
  `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan title desc
   linearGradient radialGradient stop clipPath mask pattern marker`.split(/\s+/),
)

/** SVG elements that may refer to another part of the file. */
export const linkedElements: ReadonlySet<string> = new Set(['use', 'linearGradient', 'radialGradient', 'pattern'])

/** Allowed SVG attributes: geometry and presentation attributes of the allowed elements. */
export const attributes: ReadonlySet<string> = new Set(
  `id class version viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points
   pathLength transform rotate textLength lengthAdjust offset gradientUnits gradientTransform spreadMethod clipPathUnits
   maskUnits maskContentUnits patternUnits patternContentUnits patternTransform markerUnits markerWidth markerHeight
   orient refX refY role aria-label aria-hidden
   fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
   stroke-dasharray stroke-dashoffset opacity color display visibility overflow clip-path clip-rule mask mask-type
   marker-start marker-mid marker-end stop-color stop-opacity paint-order vector-effect shape-rendering text-rendering
   color-interpolation font-family font-size font-style font-weight font-variant font-stretch letter-spacing
   word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode
   mix-blend-mode isolation transform-origin transform-box`.split(/\s+/),
)
