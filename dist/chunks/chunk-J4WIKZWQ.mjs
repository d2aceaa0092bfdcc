import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{k as c,n as $,o as f}from"./chunk-5J6BWCCB.mjs";import{h as g}from"./chunk-6VRMOH4M.mjs";import{a as u,b as l}from"./chunk-5LE4WRTK.mjs";import{spawn as v}from"node:child_process";import{randomUUID as b}from"node:crypto";var T=`
trap '' INT TERM HUP
groups=' '
while read -r verb group; do
  case $verb in
    add) groups="$groups$group " ;;
    remove) groups="\${groups%% $group *} \${groups#* $group }" ;;
    close) exit 0 ;;
  esac
done
reap() {
  for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null; done
  for environ in /proc/[0-9]*/environ; do
    pid=\${environ#/proc/}; pid=\${pid%/environ}
    [ "$pid" != $$ ] && grep -qs "TAILGATE_RUN=$RUN_ID" "$environ" && kill -s "$1" "$pid" 2>/dev/null
  done
}
reap TERM
sleep 2
reap KILL
`;function U(d,p=[]){let s=b(),{pid:o}=process,t=g(o),r=new Map,i=(...e)=>$({id:s,pid:o,startedAt:t,workspace:d,debts:[...r.keys(),...e],secrets:p}),a=()=>{try{i()}catch{}},n=v("sh",["-c",T],{detached:!0,stdio:["pipe","ignore","ignore"],env:{PATH:process.env.PATH??"/usr/bin:/bin",RUN_ID:s},cwd:"/"});n.on("error",()=>{});let h="Is it on PATH, and may this user start another process?";if(n.pid===void 0)throw new l({what:"The shell `sh` cannot be started.",hint:h,exitCode:u.unmeasured});n.stdin.on("error",()=>{}),n.unref();let m=e=>{n.stdin.write(`${e}
`)};return i(),{mark:{TAILGATE_RUN:s},add:e=>m(`add ${e}`),remove:e=>m(`remove ${e}`),owe(e){return i(e),r.set(e,"was not run"),{command:e.command,settle(){r.delete(e),a()},fail(w){e.tried=!0,r.set(e,w),a()}}},hung:new Set,listOwed:()=>P([...r]),async endEscaped(e){await c(s,e)},async close(e){await c(s),e?.(),n.stdin.end(`close
`),r.size===0&&f(s)}}}function P(d){let p=({service:o,command:t,told:r=`\`${t}\``})=>`${r} of ${o}`;return[...new Set(d.map(([o])=>p(o)))].map(o=>{let t=d.filter(([n])=>p(n)===o),[{instance:r},i]=t[0],a=t.length>1?` and ${t.length-1} more`:"";return`${o} (${r}${a}) ${i}`})}export{U as a};
