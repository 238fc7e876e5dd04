// The resources of the gateway: a controller file for each, with the routes that it declares.
import ts from 'typescript';
import { capitalized } from './names.mjs';
import { constant, find } from './syntax.mjs';

const gateway = 'libs/gateway/src';
export const absentRoutesFile = `${gateway}/absent-routes.ts`;
export const controllersFile = `${gateway}/controllers.ts`;
export const servicesFile = `${gateway}/services.ts`;

/**
 * @typedef {{ operationId: string, method: string, path: string }} DeclaredRoute
 * @typedef {{ surface: 'classic' | 'platform', file: string, className: string, routes: DeclaredRoute[] }} Resource
 */

/** @returns {Resource[]} those of both surfaces */
export function gatewayResources(draft) {
  return ['classic', 'platform'].flatMap((surface) =>
    draft
      .sourcesBelow(`${gateway}/${surface}`)
      .filter((file) => file.endsWith('.controller.ts'))
      .map((file) => {
        const source = draft.parse(file);
        return { surface, file, className: controllerOf(source).name.text, routes: routesOf(source) };
      }),
  );
}

/** The class of a controller file that serves its routes. */
export const controllerOf = (source) => find(source, ts.isClassDeclaration);

/**
 * The resource that a route belongs to: of those of its surface the one that declares most of its path already. The
 * organization or workspace at its beginning says nothing.
 * @param {readonly Resource[]} resources
 * @returns {Resource | undefined} undefined where a new one begins
 */
export function resourceOf(resources, surface, path) {
  const asked = path.split('/');
  const names = asked.filter((segment) => segment !== '' && !segment.startsWith(':')).map(singular);
  const scored = resources
    .filter((resource) => resource.surface === surface)
    .map((resource) => {
      const paths = resource.routes.map((route) => route.path.split('/'));
      const shared = Math.max(...paths.map((segments) => sharedSegments(asked, segments)));
      const declaresAll = paths.some(
        (segments) => segments.length === shared && sharedSegments(asked, segments) === shared,
      );
      return { resource, shared, declaresAll, isNamed: names.includes(folderOf(resource)) };
    })
    .filter(({ shared }) => asked.slice(2, shared).some((segment) => !segment.startsWith(':')))
    .sort(
      (one, other) =>
        other.shared - one.shared || other.declaresAll - one.declaresAll || other.isNamed - one.isNamed,
    );
  return scored[0]?.resource;
}

/** A resource without routes, named for the first literal segment behind the organization or workspace. */
export function newResource(resources, surface, path) {
  const first = path
    .split('/')
    .slice(2)
    .find((segment) => !segment.startsWith(':'));
  const name = singular(first);
  const pascal = name.split('-').map(capitalized).join('');
  const isTaken = resources.some(({ className }) => className === `${pascal}Controller`);
  return {
    surface,
    file: `${gateway}/${surface}/${name}/${name}.controller.ts`,
    className: `${isTaken ? 'Platform' : ''}${pascal}Controller`,
    routes: [],
  };
}

const folderOf = ({ file }) => file.split('/').at(-2);

/** `api-keys` -> `api-key` */
const singular = (segment) => segment.replaceAll('_', '-').replace(/(?<=[^isu])s$/, '');

/** How many segments at the beginning of both are the same. */
function sharedSegments(one, other) {
  const end = one.findIndex((segment, index) => segment !== other[index]);
  return end < 0 ? one.length : end;
}

function routesOf(source) {
  const routes = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'defineRoute') {
      const [operationId, method, path] = ['operationId', 'method', 'path'].map((name) =>
        textOf(source, propertyOf(source, node.arguments[0], name)),
      );
      // Routes that a function declares for several resources belong to no controller.
      if (operationId && method && path) routes.push({ operationId, method, path: path.replace(/\/$/, '') });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return routes;
}

/** Of an object literal, or of one that is spread into it. */
function propertyOf(source, object, name) {
  for (const property of object.properties.toReversed()) {
    if (ts.isPropertyAssignment(property) && property.name.getText() === name) return property.initializer;
    if (!ts.isSpreadAssignment(property)) continue;
    const spread = objectIn(constant(source, property.expression.getText()));
    const found = spread && propertyOf(source, spread, name);
    if (found) return found;
  }
  return undefined;
}

/** Without its `as const`. */
const objectIn = (expression) => expression && find(expression, ts.isObjectLiteralExpression);

/** A text, or the constant that holds it, or one in which constants are put; undefined for what is known at run time only. */
function textOf(source, expression) {
  if (!expression) return undefined;
  if (ts.isStringLiteral(expression) || ts.isNoSubstitutionTemplateLiteral(expression))
    return expression.text;
  if (ts.isIdentifier(expression)) return textOf(source, constant(source, expression.text));
  if (!ts.isTemplateExpression(expression)) return undefined;
  const parts = expression.templateSpans.map((span) => [textOf(source, span.expression), span.literal.text]);
  if (parts.some(([value]) => value === undefined)) return undefined;
  return expression.head.text + parts.flat().join('');
}
