; What hsa-test.c loads: kernels, which its own machine "runs", and variables with relocations.
target triple = "amdgcn-amd-amdhsa"

@number = addrspace(1) global i32 7, align 4
@pointer = addrspace(1) global ptr addrspace(1) @number, align 8
@hidden = internal addrspace(1) global i32 9, align 4
@to_hidden = addrspace(1) global ptr addrspace(1) @hidden, align 8
@constant = addrspace(4) constant [3 x i32] [i32 1, i32 2, i32 3], align 4
@shared = internal addrspace(3) global [256 x i32] poison, align 4

define amdgpu_kernel void @plain() #0 {
  ret void
}

define amdgpu_kernel void @uses(ptr addrspace(1) %to) #0 {
  %private = alloca [64 x i32], align 4, addrspace(5)
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr [64 x i32], ptr addrspace(5) %private, i32 0, i32 %id
  store volatile i32 %id, ptr addrspace(5) %mine
  %ours = getelementptr [256 x i32], ptr addrspace(3) @shared, i32 0, i32 %id
  store volatile i32 %id, ptr addrspace(3) %ours
  %value = load volatile i32, ptr addrspace(5) %private
  store i32 %value, ptr addrspace(1) %to
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

attributes #0 = { "amdgpu-no-implicitarg-ptr" "amdgpu-flat-work-group-size"="1,1024" }
